-- Which rules counted the findings of a definition; counts by other rules, or by none, are made anew.
ALTER TABLE "tool_versions" ADD COLUMN "lint_edition" INTEGER;

-- Findings of one version that people do not want to see. The next version is looked at as a whole again.
CREATE TABLE "tool_finding_mutes" (
    "tool_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "pointer" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "muted_by" UUID NOT NULL,
    "muted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_finding_mutes_pkey" PRIMARY KEY ("tool_id","version","code","pointer")
);
ALTER TABLE "tool_finding_mutes" ADD CONSTRAINT "tool_finding_mutes_tool_id_version_fkey"
  FOREIGN KEY ("tool_id", "version") REFERENCES "tool_versions"("tool_id", "version") ON DELETE CASCADE ON UPDATE CASCADE;

-- Seen and made by those for whom its gateway works, as the tools themselves.
ALTER TABLE tool_finding_mutes ENABLE ROW LEVEL SECURITY;
ALTER TABLE tool_finding_mutes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tool_finding_mutes USING ((SELECT app_sees_all_tenants()) OR EXISTS (
  SELECT 1 FROM tools t JOIN gateway_tenants s ON s.gateway_id = t.gateway_id WHERE t.id = tool_finding_mutes.tool_id));
