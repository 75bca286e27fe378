-- Names that people gave up: a call made on behalf of one of them is still their own.

-- AlterTable
ALTER TABLE "users" ADD COLUMN "former_names" TEXT[] DEFAULT ARRAY[]::TEXT[];


-- What Prisma's schema language cannot say.

ALTER TABLE users ALTER COLUMN former_names SET NOT NULL;

-- Those given up until now stand in the trail of the installation.
SELECT set_config('countersign.tenants', '*', true);
UPDATE users u SET former_names = r.names
FROM (SELECT subject_id, array_agg(DISTINCT details::json #>> '{name,from}') AS names
      FROM activity
      WHERE tenant_id = '00000000-0000-0000-0000-000000000000' AND action = 'user.renamed'
        AND details::json #>> '{name,from}' IS NOT NULL
      GROUP BY subject_id) r
WHERE r.subject_id = u.id::text;
SELECT set_config('countersign.tenants', '', true);
