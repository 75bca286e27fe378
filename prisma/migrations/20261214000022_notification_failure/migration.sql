-- Providers' errors name hosts and accounts, so they have a column of their own, which administrators read.
ALTER TABLE notifications ADD COLUMN failure text;

