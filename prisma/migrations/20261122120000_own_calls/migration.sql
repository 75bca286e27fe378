-- Who may say yes: not the person a call is made for, and no script to what is critical, unless a tenant decides otherwise.
ALTER TABLE "tenant_settings"
  ADD COLUMN "block_self_approval" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "tokens_approve_critical" BOOLEAN NOT NULL DEFAULT false;
