-- The trace of the request that asked for an approval: its callback continues it, minutes or hours later.
ALTER TABLE approvals ADD COLUMN trace_parent TEXT;
