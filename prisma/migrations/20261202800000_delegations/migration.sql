-- While a person is out, somebody else decides for them.

-- AlterTable
ALTER TABLE "votes" ADD COLUMN "deputy_for" UUID;

-- CreateTable
CREATE TABLE "delegations" (
    "id" UUID NOT NULL,
    "from_id" UUID NOT NULL,
    "to_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "note" TEXT NOT NULL DEFAULT '',
    "made_by" UUID,
    "made_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delegations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "delegations_from_id_ends_at_idx" ON "delegations"("from_id", "ends_at");

-- CreateIndex
CREATE INDEX "delegations_to_id_ends_at_idx" ON "delegations"("to_id", "ends_at");

-- AddForeignKey
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_from_id_fkey" FOREIGN KEY ("from_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_to_id_fkey" FOREIGN KEY ("to_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

-- Like the people they are about, they belong to no tenant.
ALTER TABLE delegations
  ADD CONSTRAINT delegations_time CHECK (starts_at < ends_at),
  ADD CONSTRAINT delegations_people CHECK (from_id <> to_id);

ALTER TABLE votes ADD CONSTRAINT votes_deputy CHECK (deputy_for <> user_id);

-- Rotas in zones that are abbreviations as well were read without summer time.
SELECT set_config('countersign.tenants', '*', true);
UPDATE groups SET rota = jsonb_set(rota, '{zone}', CASE upper(rota->>'zone')
  WHEN 'EET' THEN '"Europe/Athens"' WHEN 'WET' THEN '"Europe/Lisbon"' ELSE '"Europe/Brussels"' END::jsonb)
WHERE upper(rota->>'zone') IN ('CET', 'EET', 'MET', 'WET');
SELECT set_config('countersign.tenants', '', true);
