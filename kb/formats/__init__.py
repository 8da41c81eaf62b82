"""One reader and writer for the official files of each system."""
