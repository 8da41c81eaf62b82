"""The room that makes: tasks, gold plans, certificates, datasets and audits."""
