-- Who decides in Slack acts as the person who linked the account. A new password or a switched-off account ends that, as it ends
-- sessions and tokens: otherwise a link that somebody else made would outlive the cure. A trigger, because linked accounts stand
-- right of people in the line of domains.

CREATE FUNCTION end_slack_link() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM slack_accounts WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER slack_link_ends AFTER UPDATE OF password_hash, disabled_at ON users FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR (OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL))
  EXECUTE FUNCTION end_slack_link();
