-- What a tool is called for is looked up from an issue of it.
CREATE INDEX "rationale_templates_tenant_id_tool_idx" ON "rationale_templates"("tenant_id", "tool");
