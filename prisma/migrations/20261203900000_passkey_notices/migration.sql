-- Each session notes for itself that its person knows a new passkey: one that was opened with that passkey must not note it for the others.
ALTER TABLE "sessions" ADD COLUMN "passkeys_noticed_until" TIMESTAMPTZ(3);
ALTER TABLE "passkeys" DROP COLUMN "noticed_at";
