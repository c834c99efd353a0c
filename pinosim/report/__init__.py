"""Reports: a run folder turned into tables, charts and one HTML page (`pinosim.report.page.make_report`)."""
