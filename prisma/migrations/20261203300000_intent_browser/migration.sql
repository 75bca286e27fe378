-- Intents that people browse and correct: which calls said what, figures by day, what people did, and where former intents lead.

-- Which calls said a template: the log is narrowed to an intent by it.
CREATE TABLE "rationale_calls" (
    "tenant_id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "call_id" UUID NOT NULL,

    CONSTRAINT "rationale_calls_pkey" PRIMARY KEY ("tenant_id","template_id","occurred_at","call_id")
);

-- What became of the calls: the worker tells them all anew, below.
ALTER TABLE "rationale_days"
    ADD COLUMN "held" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "ok" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "caller" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "broken" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "boundary" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "governance" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "extrinsic" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "rationale_templates"
    ADD COLUMN "placed_by" UUID,
    ADD COLUMN "placed_at" TIMESTAMPTZ(3),
    ADD COLUMN "near" REAL,
    ADD COLUMN "parts" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[];

ALTER TABLE "intents"
    ADD COLUMN "given_name" TEXT,
    ADD COLUMN "cohesion" REAL NOT NULL DEFAULT 0,
    ADD COLUMN "families" UUID[] DEFAULT ARRAY[]::UUID[],
    ADD COLUMN "part_names" JSONB NOT NULL DEFAULT '[]',
    ADD COLUMN "pinned_at" TIMESTAMPTZ(3),
    ADD COLUMN "ignored_at" TIMESTAMPTZ(3),
    ADD COLUMN "review" TEXT NOT NULL DEFAULT 'open',
    ADD COLUMN "review_note" TEXT,
    ADD COLUMN "reviewed_by" UUID,
    ADD COLUMN "reviewed_at" TIMESTAMPTZ(3),
    ADD COLUMN "reviewed_calls" INTEGER,
    ADD COLUMN "issue_id" UUID,
    ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 1,
    ADD COLUMN "calls" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "failed" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "held" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "templates" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "tools" TEXT[] DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "weeks" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    ADD COLUMN "state" TEXT NOT NULL DEFAULT 'steady',
    ADD COLUMN "first_at" TIMESTAMPTZ(3),
    ADD COLUMN "last_at" TIMESTAMPTZ(3),
    ADD COLUMN "counted_on" DATE;

-- CreateTable
CREATE TABLE "intent_days" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "intent_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "held" INTEGER NOT NULL,
    "ok" INTEGER NOT NULL,
    "caller" INTEGER NOT NULL,
    "broken" INTEGER NOT NULL,
    "boundary" INTEGER NOT NULL,
    "governance" INTEGER NOT NULL,
    "extrinsic" INTEGER NOT NULL,

    CONSTRAINT "intent_days_pkey" PRIMARY KEY ("tenant_id","day","intent_id","provider","tool")
);

-- CreateTable
CREATE TABLE "former_intents" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "to_id" UUID,
    "why" TEXT NOT NULL,
    "gone_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_intents_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "intent_acts" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "intent_id" UUID NOT NULL,
    "other_id" UUID,
    "kind" TEXT NOT NULL,
    "says" JSONB NOT NULL,
    "before" JSONB NOT NULL,
    "made_by" UUID NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_by" UUID,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "intent_acts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "intent_days_tenant_id_intent_id_day_idx" ON "intent_days"("tenant_id", "intent_id", "day");

-- CreateIndex
CREATE INDEX "former_intents_tenant_id_to_id_idx" ON "former_intents"("tenant_id", "to_id");

-- CreateIndex
CREATE INDEX "intent_acts_tenant_id_intent_id_made_at_idx" ON "intent_acts"("tenant_id", "intent_id", "made_at" DESC);

-- CreateIndex
CREATE INDEX "intent_acts_tenant_id_other_id_made_at_idx" ON "intent_acts"("tenant_id", "other_id", "made_at" DESC);

-- CreateIndex
CREATE INDEX "intents_tenant_id_calls_id_idx" ON "intents"("tenant_id", "calls" DESC, "id");

-- CreateIndex
CREATE INDEX "intents_tenant_id_issue_id_idx" ON "intents"("tenant_id", "issue_id");


-- What Prisma's schema language cannot say.

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['rationale_calls', 'intent_days', 'former_intents', 'intent_acts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))', t);
  END LOOP;
END $$;

ALTER TABLE rationale_templates ADD CONSTRAINT rationale_template_placed
  CHECK ((placed_by IS NULL) = (placed_at IS NULL) AND (placed_by IS NULL OR intent_id IS NOT NULL));
ALTER TABLE intents ADD CONSTRAINT intent_review CHECK (
  CASE review
    WHEN 'open' THEN reviewed_by IS NULL AND reviewed_at IS NULL
    WHEN 'reviewed' THEN reviewed_by IS NOT NULL AND reviewed_at IS NOT NULL
    WHEN 'actioned' THEN reviewed_by IS NOT NULL AND reviewed_at IS NOT NULL
    ELSE false
  END);
ALTER TABLE intents ADD CONSTRAINT intent_state CHECK (state IN ('new', 'growing', 'fading', 'steady'));
ALTER TABLE former_intents ADD CONSTRAINT former_intent_why CHECK (why IN ('merged', 'undone', 'regrouped', 'forgotten'));
ALTER TABLE former_intents ADD CONSTRAINT former_intent_elsewhere CHECK (to_id IS DISTINCT FROM id);
ALTER TABLE intent_acts ADD CONSTRAINT intent_act_kind CHECK (
  kind IN ('rename', 'pin', 'ignore', 'review', 'merge', 'split', 'move', 'issue'));
ALTER TABLE intent_acts ADD CONSTRAINT intent_act_undone CHECK ((undone_by IS NULL) = (undone_at IS NULL));

-- The worker begins at the first call again: only calls say what became of them, and which they are. Intents and what people said stay.
DELETE FROM rationale_days;
DELETE FROM rationale_cursors;
UPDATE rationale_templates SET calls = 0, sessions = '{}', last_at = first_at, gaps = 0, gap_mean = 0, gap_squares = 0;
