-- What people say about a tool stays when its gateway registers it again: their words stand in columns of their own.
ALTER TABLE "tools" ADD COLUMN "our_impact" TEXT, ADD COLUMN "our_category" TEXT;

-- What a definition says in a form that lists can filter by. Null: the server said nothing, or (counts) nobody looked yet.
ALTER TABLE "tool_versions"
  ADD COLUMN "read_only_hint" BOOLEAN, ADD COLUMN "destructive_hint" BOOLEAN,
  ADD COLUMN "warnings" INTEGER, ADD COLUMN "remarks" INTEGER;

-- Every text a cheatsheet ever had, newest version = the published one.
CREATE TABLE "cheatsheet_versions" (
    "cheatsheet_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "markdown" TEXT NOT NULL,
    "etag" TEXT NOT NULL,
    "published_by" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cheatsheet_versions_pkey" PRIMARY KEY ("cheatsheet_id","version")
);
ALTER TABLE "cheatsheet_versions" ADD CONSTRAINT "cheatsheet_versions_cheatsheet_id_fkey"
  FOREIGN KEY ("cheatsheet_id") REFERENCES "cheatsheets"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "cheatsheets" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
INSERT INTO cheatsheet_versions (cheatsheet_id, version, markdown, etag, published_by, published_at)
  SELECT id, 1, markdown, etag, updated_by, updated_at FROM cheatsheets;

-- Annotations are any JSON an MCP server sent; what Postgres cannot hold counts as nothing said.
CREATE FUNCTION stated_hint(annotations text, hint text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF jsonb_typeof(annotations::jsonb -> hint) = 'boolean' THEN RETURN (annotations::jsonb -> hint)::boolean; END IF;
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN RETURN NULL;
END $$;
UPDATE tool_versions
  SET read_only_hint = stated_hint(annotations, 'readOnlyHint'), destructive_hint = stated_hint(annotations, 'destructiveHint')
  WHERE annotations IS NOT NULL;
DROP FUNCTION stated_hint(text, text);

-- Calls of a tool that wait: a few of many approvals.
CREATE INDEX approvals_pending_tool ON approvals (tenant_id, tool_id) WHERE decision = 'pending';
