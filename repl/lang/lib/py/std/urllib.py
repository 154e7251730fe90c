"""Addresses as texts: urllib.parse."""
