-- A device added while signed in must not outlive that sign-in: signing out, or ending the session elsewhere, removes it.
-- A session that ended by time does not, because phones are signed in only now and then. Triggers, because sessions and
-- passwords belong to a domain that knows no devices.

CREATE FUNCTION end_session_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_devices WHERE session_id = OLD.id;
  RETURN OLD;
END $$;

CREATE TRIGGER session_devices_end BEFORE DELETE ON sessions FOR EACH ROW
  WHEN (OLD.expires_at > now()) EXECUTE FUNCTION end_session_devices();

-- A new password ends what was added with the old one, except in the session that changed it, which is still open.
CREATE FUNCTION end_password_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_devices d WHERE d.user_id = NEW.id AND NOT EXISTS (
    SELECT 1 FROM sessions s WHERE s.id = d.session_id AND s.expires_at > now());
  RETURN NULL;
END $$;

CREATE TRIGGER password_devices_end AFTER UPDATE OF password_hash ON users FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION end_password_devices();
