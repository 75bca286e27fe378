-- What the policies that fitted edited arguments ask is kept with the call, as that of the policy that held it.

ALTER TABLE approvals ADD COLUMN edit_policies JSONB;
