/* When a gateway last asked about a call, and last read what tells of all its calls: exact to a minute. */
ALTER TABLE approvals ADD COLUMN asked_at timestamptz(3);
ALTER TABLE gateways ADD COLUMN polled_at timestamptz(3);
