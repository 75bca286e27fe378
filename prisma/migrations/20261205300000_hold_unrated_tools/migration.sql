-- Whether calls of tools that nobody rated wait, whatever risk their gateways claim.
ALTER TABLE "tenant_settings" ADD COLUMN "hold_unrated_tools" BOOLEAN NOT NULL DEFAULT false;
