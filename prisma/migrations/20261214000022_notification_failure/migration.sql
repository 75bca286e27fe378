-- Providers' errors name hosts and accounts, so they have a column of their own, which administrators read.
ALTER TABLE notifications ADD COLUMN failure text;

UPDATE notifications SET failure = reason, reason = NULL
WHERE reason IS NOT NULL AND (state = 'failed' OR state = 'queued' AND held_until IS NULL OR state = 'sent');
