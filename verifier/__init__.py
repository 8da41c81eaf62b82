"""The room that checks: official scorers, strict rules, batch kernels and the certificate checker."""
