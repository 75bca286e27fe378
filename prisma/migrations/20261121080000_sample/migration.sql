-- What belongs to the sample workspace, so that it can be told from everything else and removed without a trace.
ALTER TABLE "tenants" ADD COLUMN "sample" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "gateways" ADD COLUMN "sample" BOOLEAN NOT NULL DEFAULT false;

-- One row while there is a sample workspace, while it is made and while it is removed.
CREATE TABLE "sample_workspace" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL,
    "seed" TEXT NOT NULL,
    "anchor_at" TIMESTAMPTZ(3) NOT NULL,
    "pending" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "part" TEXT,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 1,
    "rows" BIGINT NOT NULL DEFAULT 0,
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "lease_id" UUID,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "sample_workspace_pkey" PRIMARY KEY ("id")
);
ALTER TABLE sample_workspace
  ADD CONSTRAINT sample_workspace_single CHECK (id = 1),
  ADD CONSTRAINT sample_workspace_state CHECK (state IN ('loading', 'loaded', 'removing')),
  ADD CONSTRAINT sample_workspace_size CHECK (pending >= 0 AND calls >= 0 AND total > 0 AND done BETWEEN 0 AND total);

/* A mark is for life: what is real cannot be made a sample, or the trail of a real tenant could be erased through the function below.
   For the same reason nothing becomes a sample tenant under the id of a trail that is there already. */
CREATE FUNCTION keep_sample_mark() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.sample, NEW.id) IS DISTINCT FROM (OLD.sample, OLD.id) THEN
    RAISE EXCEPTION 'whether something belongs to the sample workspace cannot be changed' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'INSERT' AND TG_TABLE_NAME = 'tenants' AND NEW.sample AND EXISTS (SELECT 1 FROM activity WHERE tenant_id = NEW.id) THEN
    RAISE EXCEPTION 'a tenant with a trail cannot become a sample' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_sample_mark BEFORE INSERT OR UPDATE ON tenants FOR EACH ROW EXECUTE FUNCTION keep_sample_mark();
CREATE TRIGGER keep_sample_mark BEFORE INSERT OR UPDATE ON gateways FOR EACH ROW EXECUTE FUNCTION keep_sample_mark();

/* Calls of a real gateway would be removed together with the sample tenant they were made for, so there can be none: sample gateways
   serve sample tenants, real gateways real ones. */
CREATE FUNCTION keep_samples_apart() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (SELECT t.sample FROM tenants t WHERE t.id = NEW.tenant_id) IS DISTINCT FROM (SELECT g.sample FROM gateways g WHERE g.id = NEW.gateway_id) THEN
    RAISE EXCEPTION 'sample gateways serve sample tenants only, and real gateways real ones' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_samples_apart BEFORE INSERT OR UPDATE ON gateway_tenants FOR EACH ROW EXECUTE FUNCTION keep_samples_apart();

/* Promise: erases up to `most` rows of the trail of one sample tenant, the newest first, and returns how many. The only way in which
   rows of a trail go: the product's own role may not delete them, and for any other tenant this refuses. */
CREATE FUNCTION erase_sample_activity(tenant uuid, most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE gone int;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM tenants WHERE id = tenant AND sample) THEN
    RAISE EXCEPTION 'only the trail of a sample tenant can be erased' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM activity WHERE tenant_id = tenant
    AND seq IN (SELECT seq FROM activity WHERE tenant_id = tenant ORDER BY seq DESC LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
REVOKE ALL ON FUNCTION erase_sample_activity(uuid, int) FROM PUBLIC;
