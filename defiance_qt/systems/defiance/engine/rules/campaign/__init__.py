"""The rules between the missions of a campaign (R-280…R-310)."""
