-- Callers that leave their rationale out: how often they were refused for it, and since when they comply.
ALTER TABLE rationale_offenders ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "rationale_callers" (
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "agent" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "calls" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "resolved_at" TIMESTAMPTZ(3),
    "returned" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rationale_callers_pkey" PRIMARY KEY ("tenant_id","gateway_id","agent")
);

-- CreateIndex
CREATE INDEX "rationale_callers_tenant_id_last_at_gateway_id_agent_idx" ON "rationale_callers"("tenant_id", "last_at" DESC, "gateway_id", "agent");


-- What Prisma's schema language cannot say.

ALTER TABLE rationale_callers ENABLE ROW LEVEL SECURITY;
ALTER TABLE rationale_callers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON rationale_callers
  USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

ALTER TABLE rationale_offenders ADD CONSTRAINT rationale_offender_counts CHECK (calls >= refused AND refused >= 0);
ALTER TABLE rationale_callers ADD CONSTRAINT rationale_caller_counts CHECK (calls >= refused AND refused >= 0 AND returned >= 0);

-- Those of before are unresolved until their next call with a rationale.
SELECT set_config('countersign.tenants', '*', true);
INSERT INTO rationale_callers (tenant_id, gateway_id, agent, first_at, last_at, calls)
SELECT o.tenant_id, o.gateway_id, o.agent, min(o.day) AT TIME ZONE 'UTC', max(o.day) AT TIME ZONE 'UTC', sum(o.calls)
FROM rationale_offenders o GROUP BY 1, 2, 3;
SELECT set_config('countersign.tenants', '', true);
