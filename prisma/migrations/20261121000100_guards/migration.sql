-- What Prisma's schema language cannot say: checks, partial indexes, partitions, row-level security.

-- Which tenants the current transaction may see: '*', or a comma-separated list of ids.
-- Set with set_config('countersign.tenants', …, true), so it ends with the transaction; unset means none.
CREATE FUNCTION app_sees_all_tenants() RETURNS boolean LANGUAGE sql STABLE
AS $$ SELECT coalesce(current_setting('countersign.tenants', true) = '*', false) $$;

CREATE FUNCTION app_tenants() RETURNS uuid[] LANGUAGE sql STABLE
AS $$ SELECT CASE WHEN current_setting('countersign.tenants', true) IN ('', '*') THEN '{}'::uuid[]
                  ELSE coalesce(string_to_array(current_setting('countersign.tenants', true), ',')::uuid[], '{}') END $$;

-- Second wall behind the queries' own conditions. FORCE, because without it the owner is exempt.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY[
    'tenant_settings', 'memberships', 'gateway_tenants', 'api_key_tenants', 'approvals', 'approval_revisions', 'votes', 'executions',
    'outbox_events', 'deliveries', 'delivery_attempts', 'feedback_issues', 'feedback_submissions',
    'audit_rows', 'rationale_offenders', 'activity', 'idempotency']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))', t);
  END LOOP;
END $$;

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenants USING ((SELECT app_sees_all_tenants()) OR id = ANY ((SELECT app_tenants())::uuid[]));

-- A rating without a tenant holds for all of them: everyone may read it, only an unlimited scope may write it.
ALTER TABLE tool_ratings ENABLE ROW LEVEL SECURITY;
ALTER TABLE tool_ratings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tool_ratings
  USING (tenant_id IS NULL OR (SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))
  WITH CHECK ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

-- Checks
ALTER TABLE tenants ADD CONSTRAINT tenants_key_form CHECK (key ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$');
ALTER TABLE tenant_settings
  ADD CONSTRAINT tenant_settings_confirm CHECK (confirm_mode IN ('accept', 'ignore')),
  ADD CONSTRAINT tenant_settings_ttl CHECK (ttl_seconds BETWEEN 60 AND 2592000),
  ADD CONSTRAINT tenant_settings_use_by CHECK (use_by_callback_seconds BETWEEN 1 AND 604800 AND use_by_reissue_seconds BETWEEN 1 AND 604800),
  ADD CONSTRAINT tenant_settings_cooldown CHECK (rejection_cooldown_seconds BETWEEN 0 AND 604800),
  ADD CONSTRAINT tenant_settings_grace CHECK (rationale_grace_days BETWEEN 0 AND 365);
ALTER TABLE users ADD CONSTRAINT users_email_lower CHECK (email = lower(email));
ALTER TABLE setup_links ADD CONSTRAINT setup_links_single CHECK (id = 1);
ALTER TABLE approvals
  ADD CONSTRAINT approvals_mode CHECK (mode IN ('callback', 'reissue')),
  ADD CONSTRAINT approvals_sha CHECK (arguments_sha256 ~ '^[0-9a-f]{64}$' AND requested_sha256 ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT approvals_pending_open CHECK ((decision = 'pending') = (decided_at IS NULL)),
  -- Only an approved call has anything to execute; a no blocks it.
  ADD CONSTRAINT approvals_execution CHECK (
    CASE decision WHEN 'pending' THEN execution = 'none'
                  WHEN 'approved' THEN execution NOT IN ('none', 'blocked')
                  ELSE execution = 'blocked' END),
  ADD CONSTRAINT approvals_execution_id CHECK (decision <> 'approved' OR (execution_id IS NOT NULL AND use_by IS NOT NULL)),
  ADD CONSTRAINT approvals_quorum CHECK (approvals_required BETWEEN 1 AND 20);
ALTER TABLE votes ADD CONSTRAINT votes_verdict CHECK (verdict IN ('approve', 'reject', 'request_changes'));
ALTER TABLE feedback_submissions ADD CONSTRAINT feedback_severity CHECK (severity IN ('low', 'med', 'high'));
ALTER TABLE feedback_issues ADD CONSTRAINT feedback_issue_state
  CHECK (state IN ('new', 'accepted', 'in_progress', 'resolved', 'regressed', 'declined', 'needs_info', 'snoozed', 'merged'));
ALTER TABLE audit_rows ADD CONSTRAINT audit_rows_outcome CHECK (outcome IN (
  'ok', 'empty_result', 'validation_error', 'unknown_tool', 'missing_precondition', 'not_found', 'state_conflict',
  'execution_error', 'contract_violation', 'wrong_tool_boundary', 'low_utility',
  'approval_pending', 'denied', 'expired', 'blocked', 'unauthorized', 'timeout', 'upstream_error', 'rate_limited'));

-- One rating per tool and tenant, and one for all tenants; one shared cheatsheet per provider.
CREATE UNIQUE INDEX tool_ratings_one ON tool_ratings (tool_id, tenant_id) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX cheatsheets_one ON cheatsheets (gateway_id, provider) NULLS NOT DISTINCT;

-- The queue, the expiry worker and the outbox worker each read a small part of a large table.
CREATE INDEX approvals_queue ON approvals (tenant_id, risk DESC, decide_by, id) WHERE decision = 'pending';
CREATE INDEX approvals_decide_by ON approvals (decide_by) WHERE decision = 'pending';
CREATE INDEX approvals_use_by ON approvals (use_by) WHERE execution = 'awaiting';
CREATE INDEX executions_lease ON executions (lease_until) WHERE state = 'executing';
CREATE INDEX approvals_decided ON approvals (tenant_id, decided_at DESC, id DESC) WHERE decision <> 'pending';
CREATE INDEX approvals_attention ON approvals (tenant_id, updated_at DESC, id DESC)
  WHERE execution IN ('failed', 'unknown', 'lapsed') OR delivery = 'dead';
CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX deliveries_waiting ON deliveries (gateway_id, next_attempt_at) WHERE state = 'waiting';
CREATE INDEX deliveries_sending ON deliveries (gateway_id, lease_until) WHERE state = 'sending';

-- Audit rows: a partition a month, made ahead by the worker; rows of other months go to the default one.
CREATE TABLE audit_rows_default PARTITION OF audit_rows DEFAULT;

/* Promise: after it returns, the months from `past` months ago to `ahead` months ahead have their partition.
   The worker's role owns no table, so this runs with its definer's rights. */
CREATE FUNCTION ensure_audit_partitions(past int, ahead int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  month timestamptz;
  name text;
  made int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ensure_audit_partitions', 0));
  FOR i IN -past..ahead LOOP
    month := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + make_interval(months => i);
    name := 'audit_rows_' || to_char(month AT TIME ZONE 'UTC', 'YYYY_MM');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF audit_rows FOR VALUES FROM (%L) TO (%L)',
        name, month, ((month AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC');
      made := made + 1;
    END IF;
  END LOOP;
  RETURN made;
END $$;
REVOKE ALL ON FUNCTION ensure_audit_partitions(int, int) FROM PUBLIC;
SELECT ensure_audit_partitions(2, 3);

-- Orders live events over all processes; a gap costs a browser one extra refresh, nothing more.
CREATE SEQUENCE live_event_ids;
CREATE INDEX approvals_redemption ON approvals (tenant_id, gateway_id, redemption_key) WHERE redemption_key IS NOT NULL;

-- Readiness asks how many migrations are applied; the product's role may not read Prisma's own table.
CREATE FUNCTION applied_migrations() RETURNS int LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF to_regclass('_prisma_migrations') IS NULL THEN RETURN 0; END IF;
  RETURN (SELECT count(*) FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL);
END $$;
