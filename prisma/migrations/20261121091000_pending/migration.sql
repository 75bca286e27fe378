-- Calls that wait, newest first. An index on the decision itself serves nobody: comparing enums is not leakproof, so row-level
-- security keeps such a condition away from an index, but not from the choice of a partial one.
DROP INDEX approvals_tenant_id_decision_id_idx;
CREATE INDEX approvals_pending ON approvals (tenant_id, id DESC) WHERE decision = 'pending';
