-- Who owns an agent of a tenant, so that policies can keep them from deciding its calls.

-- CreateTable
CREATE TABLE "agent_owners" (
    "tenant_id" UUID NOT NULL,
    "agent" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "named_by" UUID,
    "named_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_owners_pkey" PRIMARY KEY ("tenant_id","agent")
);

-- CreateIndex
CREATE INDEX "agent_owners_owner_id_idx" ON "agent_owners"("owner_id");

-- AddForeignKey
ALTER TABLE "agent_owners" ADD CONSTRAINT "agent_owners_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

ALTER TABLE agent_owners ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_owners FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON agent_owners USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

ALTER TABLE agent_owners ADD CONSTRAINT agent_owners_lower_case CHECK (agent = lower(agent));
