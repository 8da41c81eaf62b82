"""Speed suites: what is fast must stay so, each figure beside something measured in the same run."""
