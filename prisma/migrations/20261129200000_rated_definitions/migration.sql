-- Which definition a person rated: a newer one asks for a new look.
SELECT set_config('countersign.tenants', '*', false);

ALTER TABLE "tool_ratings" ADD COLUMN "tool_version" INTEGER;
UPDATE tool_ratings r SET tool_version = coalesce(
  (SELECT max(v.version) FROM tool_versions v WHERE v.tool_id = r.tool_id AND v.created_at <= r.rated_at), 1);
ALTER TABLE "tool_ratings" ALTER COLUMN "tool_version" SET NOT NULL;

SELECT set_config('countersign.tenants', '', false);
