-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN "ends_at" TIMESTAMPTZ(3),
ADD COLUMN "replaced_by" UUID;

-- CreateTable
CREATE TABLE "gateway_requests" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "request_id" UUID NOT NULL,
    "idempotency_key" TEXT,
    "bytes" INTEGER,
    "body" TEXT,
    "answer" TEXT,
    "made_kind" TEXT,
    "made_id" TEXT,

    CONSTRAINT "gateway_requests_pkey" PRIMARY KEY ("at","id")
) PARTITION BY RANGE ("at");

-- CreateIndex
CREATE INDEX "gateway_requests_tenant_id_gateway_id_id_idx" ON "gateway_requests"("tenant_id", "gateway_id", "id" DESC);

-- CreateIndex
CREATE INDEX "gateway_requests_gateway_id_id_idx" ON "gateway_requests"("gateway_id", "id" DESC);

ALTER TABLE gateway_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE gateway_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON gateway_requests USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

-- Refusals are few and what people look for.
CREATE INDEX gateway_requests_refused ON gateway_requests (gateway_id, id DESC) WHERE status >= 400;

-- A partition a day: a day that is over is dropped whole, which costs the same however much was asked on it.
CREATE TABLE gateway_requests_default PARTITION OF gateway_requests DEFAULT;

/* Promise: after it returns, yesterday to `ahead` days ahead have their partition, and days older than `kept` days have none.
   The worker's role owns no table, so this runs with its definer's rights. */
CREATE FUNCTION turn_request_partitions(kept int, ahead int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  day date;
  part text;
  changed int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('turn_request_partitions', 0));
  FOR i IN -1..ahead LOOP
    day := (now() AT TIME ZONE 'UTC')::date + i;
    part := 'gateway_requests_' || to_char(day, 'YYYY_MM_DD');
    -- A day that went to the default one, because no worker ran, stays there.
    IF to_regclass(part) IS NULL
       AND NOT EXISTS (SELECT 1 FROM gateway_requests_default WHERE at >= day::timestamptz AND at < (day + 1)::timestamptz) THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF gateway_requests FOR VALUES FROM (%L) TO (%L)',
        part, day::timestamptz, (day + 1)::timestamptz);
      changed := changed + 1;
    END IF;
  END LOOP;
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = 'gateway_requests'::regclass AND c.relname ~ '^gateway_requests_\d{4}_\d\d_\d\d$'
  LOOP
    IF to_date(right(part, 10), 'YYYY_MM_DD') < (now() AT TIME ZONE 'UTC')::date - kept THEN
      EXECUTE format('DROP TABLE %I', part);
      changed := changed + 1;
    END IF;
  END LOOP;
  DELETE FROM gateway_requests_default WHERE at < ((now() AT TIME ZONE 'UTC')::date - kept)::timestamptz;
  RETURN changed;
END $$;
REVOKE ALL ON FUNCTION turn_request_partitions(int, int) FROM PUBLIC;
SELECT turn_request_partitions(7, 3);

-- The delivery log's health: failures lately, what could not be told, what is old enough to go.
CREATE INDEX delivery_attempts_failed ON delivery_attempts (tenant_id, started_at) WHERE status IS NULL OR status NOT BETWEEN 200 AND 299;
CREATE INDEX deliveries_dead ON deliveries (tenant_id, gateway_id, id DESC) WHERE state = 'dead';
CREATE INDEX deliveries_acknowledged ON deliveries (gateway_id, finished_at DESC) WHERE state = 'delivered';
