-- Issues whose fingerprint was made by earlier rules: the worker makes it anew from their first report, once.
CREATE INDEX feedback_issues_former ON feedback_issues (tenant_id, id) WHERE fingerprint_version < 4;
