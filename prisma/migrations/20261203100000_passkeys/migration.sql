-- Passkeys, with which people sign in and sign decisions.

-- AlterTable
ALTER TABLE "tenant_settings" ADD COLUMN "critical_needs_passkey" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "cose_key" TEXT NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "synced" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL,
    "added_in" UUID,
    "noticed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vote_signatures" (
    "tenant_id" UUID NOT NULL,
    "vote_id" UUID NOT NULL,
    "passkey_id" UUID NOT NULL,
    "signed" JSONB NOT NULL,

    CONSTRAINT "vote_signatures_pkey" PRIMARY KEY ("tenant_id","vote_id")
);

-- CreateTable
CREATE TABLE "passkey_challenges" (
    "challenge" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "nonce" TEXT,
    "user_id" UUID,
    "session_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY ("challenge")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

-- CreateIndex
CREATE INDEX "passkey_challenges_user_id_idx" ON "passkey_challenges"("user_id");

-- CreateIndex
CREATE INDEX "passkey_challenges_session_id_idx" ON "passkey_challenges"("session_id");

-- CreateIndex
CREATE INDEX "passkey_challenges_expires_at_idx" ON "passkey_challenges"("expires_at");

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vote_signatures" ADD CONSTRAINT "vote_signatures_tenant_id_vote_id_fkey" FOREIGN KEY ("tenant_id", "vote_id") REFERENCES "votes"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

ALTER TABLE vote_signatures ENABLE ROW LEVEL SECURITY;
ALTER TABLE vote_signatures FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON vote_signatures USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

-- Like the people they are about, they belong to no tenant.
ALTER TABLE passkeys
  ADD CONSTRAINT passkeys_counter CHECK (counter >= 0),
  ADD CONSTRAINT passkeys_name CHECK (name <> '');

-- Only before somebody is signed in does a challenge belong to nobody.
ALTER TABLE passkey_challenges
  ADD CONSTRAINT passkey_challenges_purpose CHECK (purpose IN ('add', 'sign_in', 'decision')),
  ADD CONSTRAINT passkey_challenges_person CHECK (num_nonnulls(user_id, session_id) = CASE purpose WHEN 'sign_in' THEN 0 ELSE 2 END),
  ADD CONSTRAINT passkey_challenges_nonce CHECK ((nonce IS NOT NULL) = (purpose = 'decision'));
