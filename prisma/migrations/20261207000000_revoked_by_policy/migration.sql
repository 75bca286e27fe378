-- A policy revokes an approval that its gateway has not run yet; the agent is not told that a person did.
ALTER TABLE approvals ADD COLUMN revoked_by_policy BOOLEAN NOT NULL DEFAULT false;
UPDATE approvals SET revoked_by_policy = true
WHERE decision = 'revoked' AND decided_by LIKE 'policy “%”' AND reason LIKE 'The policy “%” refuses this call: %';
