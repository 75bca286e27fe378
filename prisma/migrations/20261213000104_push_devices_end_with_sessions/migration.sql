-- Rows of sessions stay when their time is over, and are deleted only when a person ends them. So the device goes with the
-- row, whether its time is over or not: "sign out everywhere" and a new password reach phones that were signed in weeks ago.

DROP TRIGGER password_devices_end ON users;
DROP FUNCTION end_password_devices();

DROP TRIGGER session_devices_end ON sessions;
CREATE TRIGGER session_devices_end BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION end_session_devices();
