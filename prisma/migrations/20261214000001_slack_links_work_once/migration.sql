-- A link from Slack works once: a person who finds it within its ten minutes links nothing with it. The link names its id, and
-- the id is kept here once an account was linked; rows older than a day are removed when the next account is linked.
CREATE TABLE "used_slack_links" (
    "id" UUID NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "used_slack_links_pkey" PRIMARY KEY ("id")
);

-- Ending a session from elsewhere ends what was linked in it. No foreign key: a thief who signs out leaves no session behind.
ALTER TABLE "slack_accounts" ADD COLUMN "linked_in" UUID;
