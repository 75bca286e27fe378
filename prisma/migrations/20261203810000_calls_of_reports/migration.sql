-- Which call a report is about, by the caller's own id of it. Reports of before name none.
ALTER TABLE feedback_submissions ADD COLUMN call_id text;
