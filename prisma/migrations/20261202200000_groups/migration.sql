-- Groups of people, so that a policy can leave calls to a group.

-- CreateTable
CREATE TABLE "groups" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "group_members" (
    "group_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "group_members_pkey" PRIMARY KEY ("group_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "groups_name_key" ON "groups"("name");

-- CreateIndex
CREATE INDEX "group_members_user_id_idx" ON "group_members"("user_id");

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

-- Policies and their texts name groups.
ALTER TABLE groups ADD CONSTRAINT groups_name_form CHECK (name ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$');

-- They hold for every tenant: each scope reads them, because who may decide its calls hangs on them; only who sees all tenants writes them.
ALTER TABLE groups ENABLE ROW LEVEL SECURITY;
ALTER TABLE groups FORCE ROW LEVEL SECURITY;
CREATE POLICY reading ON groups FOR SELECT USING (true);
CREATE POLICY writing ON groups USING ((SELECT app_sees_all_tenants()));

ALTER TABLE group_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE group_members FORCE ROW LEVEL SECURITY;
CREATE POLICY reading ON group_members FOR SELECT USING (true);
CREATE POLICY writing ON group_members USING ((SELECT app_sees_all_tenants()));

-- Requirements of policies say which groups decide. Those that were saved before name none.

SELECT set_config('countersign.tenants', '*', true);

UPDATE policy_versions SET policies = (
  SELECT json_agg(CASE WHEN p.one::jsonb -> 'require' IS NULL THEN p.one ELSE
    jsonb_set(p.one::jsonb, '{require,deciders,groups}', '[]')::json END ORDER BY p.at)
  FROM json_array_elements(policies) WITH ORDINALITY AS p (one, at))
WHERE json_array_length(policies) > 0;

UPDATE approvals SET policy = jsonb_set(policy, '{require,deciders,groups}', '[]')
WHERE policy #> '{require,deciders}' IS NOT NULL AND policy #> '{require,deciders,groups}' IS NULL;
