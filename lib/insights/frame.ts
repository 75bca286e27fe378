import { type NewNoteFacts, newNotes, toNewNotes } from "@/lib/approvals/notes/queries";
import type { NewNotes } from "@/lib/approvals/notes/types";
import type { Waiting } from "@/lib/approvals/queue/types";
import { toWaiting, type WaitingFacts, waitingFacts } from "@/lib/approvals/queue/waiting";
import { type OpenReviewFacts, openReviews, toOpenReviews } from "@/lib/approvals/reviews/queries";
import type { OpenReviews } from "@/lib/approvals/reviews/types";
import { readPreferences, storedPreferences } from "@/lib/auth/people/preferences";
import { type StoredView, savedViews } from "@/lib/auth/people/saved-views";
import type { SavedViewLink, UserPreferences } from "@/lib/auth/people/types";
import { read } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { type MentionFacts, toMentions, unseenMentions } from "@/lib/feedback/comments/queries";
import type { Mentions } from "@/lib/feedback/comments/types";
import { openIssues } from "@/lib/feedback/inbox/kept-counts";
import { mayAnswer } from "@/lib/feedback/rules";
import { Prisma } from "@/lib/generated/prisma/client";
import { countSavedViews } from "./saved-views";

/** Data in the frame of every page: this person's pending work, saved views and preferences. */
export type Frame = {
  preferences: UserPreferences;
  waiting: Waiting;
  saved: SavedViewLink[];
  /** Open issues, for people who may answer them. */
  issues: number;
  /** Unseen comments that mention this person. */
  mentions: Mentions;
  /** Unseen comments on calls that mention this person, and replies to their questions. */
  notes: NewNotes;
  /** Open reviews, for people who may decide. */
  reviews: OpenReviews;
};

type Row = {
  preferences: unknown;
  waiting: WaitingFacts;
  saved: StoredView[];
  issues: number;
  mentions: MentionFacts;
  notes: NewNoteFacts;
  reviews: OpenReviewFacts;
};

/** The frame in one statement, plus a second one for counts of saved views. */
export async function readFrame(scope: UserScope): Promise<Frame> {
  const { more: _, ...frame } = await readFrameAnd(scope, Prisma.sql`null`);
  return frame;
}

/** The frame with one more column of the same statement. */
export function readFrameAnd(scope: UserScope, more: Prisma.Sql): Promise<Frame & { more: unknown }> {
  return read(scope, async (tx) => {
    const [row] = await tx.$queryRaw<(Row & { more: unknown })[]>`
      select ${storedPreferences(scope)} as preferences, ${waitingFacts(scope)} as waiting, ${savedViews(scope)} as saved,
             ${mayAnswer(scope.actor.role) ? openIssues(scope) : Prisma.sql`0`} as issues, ${unseenMentions(scope)} as mentions,
             ${newNotes(scope)} as notes,
             ${openReviews(scope)} as reviews, ${more} as more`;
    if (!row) throw new Error("the database returned nothing");
    return {
      preferences: readPreferences(row.preferences),
      waiting: toWaiting(scope, row.waiting),
      saved: await countSavedViews(tx, scope, row.saved),
      issues: row.issues,
      mentions: toMentions(row.mentions),
      notes: toNewNotes(row.notes),
      reviews: toOpenReviews(row.reviews),
      more: row.more,
    };
  });
}
