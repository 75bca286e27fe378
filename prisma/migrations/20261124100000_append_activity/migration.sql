/* Promise: adds deeds to the chains of their tenants, those of one tenant in the order given, each with the hash of the row before
   it. It is the whole of an append in one statement: a chain is locked only from here to the commit, and whoever calls it calls it
   last. Chains are locked in one order, so that acts that share tenants wait for each other instead of locking each other out.
   The text that is hashed is, byte for byte, the canonical JSON that activityHash of lib/activity/chain.ts makes of the row: its
   members by name, no white space; to_json escapes a text as JSON.stringify does.
   VOLATILE, and must be: only then does the read of the last row see what was committed while this waited for the lock.
   With its caller's rights, so row-level security holds. The chain may lie outside a limited scope (the installation's own), so each
   is opened by itself, and the scope put back. */
CREATE FUNCTION append_activity(deeds json) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  scope text := coalesce(current_setting('countersign.tenants', true), '');
  chain uuid;
  deed record;
  place bigint;
  last_hash text;
  moment timestamptz;
  entry text;
BEGIN
  FOR chain IN SELECT DISTINCT d.tenant_id FROM json_to_recordset(deeds) AS d(tenant_id uuid) ORDER BY d.tenant_id LOOP
    PERFORM set_config('countersign.tenants', chain::text, true);
    PERFORM pg_advisory_xact_lock(hashtextextended('activity:' || chain, 0));
    SELECT a.seq, a.hash INTO place, last_hash FROM activity a WHERE a.tenant_id = chain ORDER BY a.seq DESC LIMIT 1;
    moment := date_trunc('milliseconds', clock_timestamp());
    FOR deed IN
      SELECT d.* FROM ROWS FROM (json_to_recordset(deeds) AS (
        tenant_id uuid, actor_kind text, actor_id text, actor_name text, action text, subject_kind text, subject_id text, details text
      )) WITH ORDINALITY AS d WHERE d.tenant_id = chain ORDER BY d.ordinality
    LOOP
      place := coalesce(place, 0) + 1;
      last_hash := coalesce(last_hash, repeat('0', 64));
      entry := concat(
        '{"action":', to_json(deed.action),
        ',"actor_id":', coalesce(to_json(deed.actor_id)::text, 'null'),
        ',"actor_kind":', to_json(deed.actor_kind),
        ',"actor_name":', to_json(deed.actor_name),
        ',"at":"', to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        '","details":', to_json(deed.details),
        ',"previous":"', last_hash,
        '","seq":"', place,
        '","subject_id":', to_json(deed.subject_id),
        ',"subject_kind":', to_json(deed.subject_kind),
        ',"tenant_id":"', chain, '"}');
      INSERT INTO activity (tenant_id, seq, at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, details, previous, hash)
      VALUES (chain, place, moment, deed.actor_kind, deed.actor_id, deed.actor_name, deed.action, deed.subject_kind,
              deed.subject_id, deed.details, last_hash, encode(sha256(convert_to(entry, 'UTF8')), 'hex'))
      RETURNING hash INTO last_hash;
    END LOOP;
  END LOOP;
  PERFORM set_config('countersign.tenants', scope, true);
END $$;
