-- What a tenant's people call a boundary axis, and the calls that tell of boundaries.

-- CreateTable
CREATE TABLE "boundary_aliases" (
    "tenant_id" UUID NOT NULL,
    "alias" TEXT NOT NULL,
    "axis" TEXT NOT NULL,
    "made_by" UUID NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "boundary_aliases_pkey" PRIMARY KEY ("tenant_id","alias")
);


-- What Prisma's schema language cannot say.

ALTER TABLE boundary_aliases ENABLE ROW LEVEL SECURITY;
ALTER TABLE boundary_aliases FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON boundary_aliases USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

-- One step, never a chain: a word is not counted as itself.
ALTER TABLE boundary_aliases ADD CONSTRAINT boundary_alias_other CHECK (alias <> axis);

-- The few calls of a busy tool that tell of its boundary: read newest first, without walking past all the others.
CREATE INDEX tool_calls_boundary ON tool_calls (tenant_id, tool, occurred_at DESC, id DESC)
  WHERE outcome IN ('wrong_tool_boundary', 'low_utility');
