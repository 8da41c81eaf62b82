"""What a trip falls apart into, built for the certificate checker from task and knowledge base alone."""
