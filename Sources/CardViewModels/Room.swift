// Holds nothing yet.
