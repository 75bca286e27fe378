import { closeReview as close } from "@/lib/approvals/reviews/commands";
import { listReviews } from "@/lib/approvals/reviews/queries";
import { closeReviewSchema, listReviewsQuery } from "@/lib/approvals/reviews/schema";
import { closedReviewWire, reviewPageWire, wireClosed, wireReview } from "@/lib/approvals/reviews/wire";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const list = apiRoute(
  "person",
  {
    summary: "Reviews of what was approved by break-glass and of sampled calls, newest first.",
    query: listReviewsQuery,
    answers: { 200: { says: "A page.", body: reviewPageWire } },
  },
  async ({ scope, query }) => {
    const { rows, nextCursor } = await listReviews(scope, query);
    return ok({ data: rows.map(wireReview), next_cursor: nextCursor });
  },
);

export const reviews = resource("/api/v1/reviews", { GET: list });

const closeOne = apiRoute(
  "person",
  {
    summary: "Close a review with a verdict and a note. The person who caused the review cannot close it.",
    body: closeReviewSchema,
    answers: { 200: { says: "It is closed.", body: closedReviewWire } },
    refuses: ["FORBIDDEN", "NOT_FOUND", "ALREADY_DECIDED"],
  },
  async ({ scope, params, input }) => {
    const id = params.id ?? "";
    return ok({ id, state: "closed" as const, closed: wireClosed(await close(scope, { id, ...input })) });
  },
);

export const closeReview = resource("/api/v1/reviews/{id}/close", { POST: closeOne });
