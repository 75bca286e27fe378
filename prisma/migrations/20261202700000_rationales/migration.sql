-- What agents say they call tools for: templates of rationales, whether they say anything, and groups of those that are for one thing.

-- CreateTable
CREATE TABLE "rationale_templates" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "bank_key" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "judged_by" UUID,
    "judged_at" TIMESTAMPTZ(3),
    "lane" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "sessions" INTEGER[],
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "last_call_id" UUID NOT NULL,
    "gaps" INTEGER NOT NULL,
    "gap_mean" DOUBLE PRECISION NOT NULL,
    "gap_squares" DOUBLE PRECISION NOT NULL,
    "intent_id" UUID,

    CONSTRAINT "rationale_templates_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "rationale_vectors" (
    "tenant_id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "vector" BYTEA NOT NULL,

    CONSTRAINT "rationale_vectors_pkey" PRIMARY KEY ("tenant_id","template_id","model")
);

-- CreateTable
CREATE TABLE "rationale_days" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "template_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "agent" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "rationale_days_pkey" PRIMARY KEY ("tenant_id","day","template_id","gateway_id","agent","model")
);

-- CreateTable
CREATE TABLE "rationale_bank" (
    "tenant_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "meaningful" BOOLEAN NOT NULL,
    "made_by" UUID NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rationale_bank_pkey" PRIMARY KEY ("tenant_id","key")
);

-- CreateTable
CREATE TABLE "rationale_cursors" (
    "tenant_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "walked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rationale_cursors_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "intents" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "keywords" TEXT[],
    "medoid_id" UUID NOT NULL,
    "middle" BYTEA NOT NULL,
    "model" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "intents_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "intent_runs" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "phase" TEXT,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "asked_by" UUID,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "holder" UUID,
    "beat_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "grouped" INTEGER NOT NULL DEFAULT 0,
    "assigned" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "intent_runs_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "intent_links" (
    "tenant_id" UUID NOT NULL,
    "a_id" UUID NOT NULL,
    "b_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "made_by" UUID NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "intent_links_pkey" PRIMARY KEY ("tenant_id","a_id","b_id")
);

-- CreateIndex
CREATE INDEX "rationale_templates_tenant_id_intent_id_idx" ON "rationale_templates"("tenant_id", "intent_id");

-- CreateIndex
CREATE INDEX "rationale_templates_tenant_id_bank_key_idx" ON "rationale_templates"("tenant_id", "bank_key");

-- CreateIndex
CREATE INDEX "rationale_days_tenant_id_template_id_day_idx" ON "rationale_days"("tenant_id", "template_id", "day");

-- CreateIndex
CREATE INDEX "intent_runs_tenant_id_asked_at_idx" ON "intent_runs"("tenant_id", "asked_at" DESC);


-- What Prisma's schema language cannot say.

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['rationale_templates', 'rationale_vectors', 'rationale_days', 'rationale_bank', 'rationale_cursors', 'intents',
                           'intent_runs', 'intent_links'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))', t);
  END LOOP;
END $$;

ALTER TABLE rationale_templates ADD CONSTRAINT rationale_template_judged CHECK ((judged_by IS NULL) = (judged_at IS NULL));
ALTER TABLE rationale_templates ADD CONSTRAINT rationale_template_verdict
  CHECK (verdict IN ('meaningful', 'short', 'echo', 'boilerplate', 'gibberish', 'repeated'));
ALTER TABLE rationale_templates ADD CONSTRAINT rationale_template_lane CHECK (lane IN ('people', 'recurring'));
ALTER TABLE rationale_days ADD CONSTRAINT rationale_day_counts CHECK (calls >= failed AND failed >= 0);

-- Of one pair people say one thing, whichever of the two comes first.
ALTER TABLE intent_links ADD CONSTRAINT intent_link_order CHECK (a_id < b_id AND kind IN ('together', 'apart'));

-- One grouping of a tenant at a time, however many processes there are.
ALTER TABLE intent_runs ADD CONSTRAINT intent_run_state CHECK (
  CASE state
    WHEN 'waiting' THEN holder IS NULL AND finished_at IS NULL
    WHEN 'running' THEN holder IS NOT NULL AND beat_at IS NOT NULL AND finished_at IS NULL
    WHEN 'done' THEN finished_at IS NOT NULL
    WHEN 'failed' THEN finished_at IS NOT NULL
    ELSE false
  END);
CREATE UNIQUE INDEX intent_runs_open ON intent_runs (tenant_id) WHERE state IN ('waiting', 'running');
