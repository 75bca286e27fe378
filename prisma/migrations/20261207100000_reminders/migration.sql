-- People are reminded of a waiting call when half of its time to decide is over, and nine tenths of it.
ALTER TABLE approvals ADD COLUMN remind_at TIMESTAMPTZ(3), ADD COLUMN reminded_at TIMESTAMPTZ(3);
UPDATE approvals SET remind_at = CASE
  WHEN created_at + (decide_by - created_at) * 0.5 > now() THEN created_at + (decide_by - created_at) * 0.5
  ELSE created_at + (decide_by - created_at) * 0.9 END
WHERE decision = 'pending' AND created_at + (decide_by - created_at) * 0.9 > now();
CREATE INDEX approvals_remind_at ON approvals (remind_at) WHERE decision = 'pending' AND remind_at IS NOT NULL;
CREATE INDEX approvals_reminded ON approvals (tenant_id, reminded_at DESC) WHERE decision = 'pending' AND reminded_at IS NOT NULL;
