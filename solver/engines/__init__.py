"""One engine a module; each imports its third party inside."""
