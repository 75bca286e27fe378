import { DomainError } from "@/lib/core/errors";
import type { ReviewKind, ReviewVerdict } from "./types";

const SAID: Record<ReviewVerdict, string> = {
  fine: "as fine",
  should_have_waited: "with “should have waited”",
};

/** Why a review can no longer be closed: who was faster. */
export function alreadyClosed(closed: { verdict: ReviewVerdict; by: string; at: Date }): DomainError {
  const at = closed.at.toISOString();
  return new DomainError(
    "ALREADY_DECIDED",
    `${closed.by} closed this review ${SAID[closed.verdict]} at ${at}. Nothing of yours was recorded.`,
    { extra: { decision: closed.verdict, decided_by: closed.by, decided_at: closed.at } },
  );
}

/**
 * Checks that people do not review their own actions, nor calls on their behalf.
 * @throws DomainError FORBIDDEN
 */
export function assertOthers(
  kind: ReviewKind,
  { own, requester }: { own: boolean; requester: boolean },
): void {
  if (own)
    throw new DomainError(
      "FORBIDDEN",
      `${kind === "sample" ? "You made the rule that let this call through" : "You broke the glass on this call"}, so another person has to review it. Nothing was recorded.`,
    );
  if (requester)
    throw new DomainError(
      "FORBIDDEN",
      "This call was made on your behalf, so another person has to review it. Nothing was recorded.",
    );
}
