-- What old notifications and notices are found by when the log is shortened.

CREATE INDEX notifications_old ON notifications (updated_at);
CREATE INDEX outbox_events_old_notices ON outbox_events (created_at) WHERE gateway_id IS NULL;
