-- Calls that enough people approved and that are held a while, and calls that more people may decide after a while.

-- AlterTable
ALTER TABLE "approvals" ADD COLUMN "release_at" TIMESTAMPTZ(3), ADD COLUMN "escalate_at" TIMESTAMPTZ(3);


-- What Prisma's schema language cannot say.

-- What is decided is not held any more.
ALTER TABLE approvals ADD CONSTRAINT approvals_held_pending CHECK (release_at IS NULL OR decision = 'pending');

-- The worker looks across tenants for what is due next.
CREATE INDEX approvals_release_at ON approvals (release_at) WHERE release_at IS NOT NULL;
CREATE INDEX approvals_escalate_at ON approvals (escalate_at) WHERE decision = 'pending' AND escalate_at IS NOT NULL;
