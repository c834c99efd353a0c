"""From a run folder to tables, charts and one HTML page."""
