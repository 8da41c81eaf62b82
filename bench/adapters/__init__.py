"""Adapters: rewards with the signatures of training frameworks, and over HTTP. None imports a framework."""
