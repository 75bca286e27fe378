-- What the record says of a call that waits: whatever people decided of calls like it.

/* The risk that the request itself named; what holds is `risk`. And whom the call is for, as its gateway names it, as a stored column,
   because row-level security keeps an index on a function from being used. */
ALTER TABLE approvals
  ADD COLUMN claimed_risk risk,
  ADD COLUMN target_hash UUID GENERATED ALWAYS AS (md5(facts ->> 'to_whom')::uuid) STORED;

/* What people decided, by tool, by caller, by agent and by target. What a setting, the caller or a policy decided was looked at by
   nobody, and is in none of them: `JUDGED` and `SEEN_AND_APPROVED` of lib/approvals/precedents.ts repeat the conditions. A page reads
   the newest of each, however many there are. */
CREATE INDEX approvals_judged_tool ON approvals (tenant_id, gateway_id, tool, provider, id DESC) INCLUDE (decision)
  WHERE decision IN ('approved', 'rejected', 'changes_requested', 'revoked')
    AND held_because NOT IN ('auto_approved', 'confirmed', 'policy', 'policy_denied');
CREATE INDEX approvals_judged_agent ON approvals (tenant_id, agent, id DESC) INCLUDE (decision)
  WHERE decision IN ('approved', 'rejected', 'changes_requested', 'revoked')
    AND held_because NOT IN ('auto_approved', 'confirmed', 'policy', 'policy_denied');
CREATE INDEX approvals_judged_caller ON approvals (tenant_id, gateway_id, tool, provider, agent, id DESC) INCLUDE (decision)
  WHERE decision IN ('approved', 'rejected', 'changes_requested', 'revoked')
    AND held_because NOT IN ('auto_approved', 'confirmed', 'policy', 'policy_denied');
CREATE INDEX approvals_judged_target ON approvals (tenant_id, gateway_id, tool, provider, target_hash, id DESC) INCLUDE (decision)
  WHERE decision IN ('approved', 'rejected', 'changes_requested', 'revoked')
    AND held_because NOT IN ('auto_approved', 'confirmed', 'policy', 'policy_denied') AND target_hash IS NOT NULL;

-- The newest yes to a tool, and to a caller of it: each found at once, however many others there are.
DROP INDEX approvals_approved_tool;
CREATE INDEX approvals_approved_tool ON approvals (tenant_id, gateway_id, tool, provider, id DESC)
  WHERE decision = 'approved' AND held_because NOT IN ('auto_approved', 'confirmed', 'policy');
CREATE INDEX approvals_approved_caller ON approvals (tenant_id, gateway_id, tool, provider, agent, id DESC)
  WHERE decision = 'approved' AND held_because NOT IN ('auto_approved', 'confirmed', 'policy');

-- What a later call says of the state of the same target.
CREATE INDEX approvals_precondition ON approvals (tenant_id, gateway_id, target_hash, id DESC)
  WHERE precondition IS NOT NULL AND target_hash IS NOT NULL;
