/* Whether an approval can be used no more although no newer event says so. Callbacks ask it before they are sent: what lapsed must not
   reach its gateway as approved. One expression, so that the planner reads through it. */
CREATE FUNCTION approval_lapsed(tenant uuid, approval uuid)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT EXISTS (
  SELECT 1 FROM approvals a
  WHERE a.tenant_id = tenant AND a.id = approval AND a.decision = 'approved'
    AND (a.execution = 'lapsed' OR (a.execution = 'awaiting' AND a.use_by <= clock_timestamp()))) $$;
