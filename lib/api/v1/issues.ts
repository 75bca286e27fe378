import type { Scope, UserScope } from "@/lib/core/scope";
import { listComments } from "@/lib/feedback/comments/queries";
import { getIssue, listIssues } from "@/lib/feedback/queries";
import { issuesQuery } from "@/lib/feedback/schema";
import { patchIssue } from "@/lib/feedback/triage/patch";
import { patchIssueSchema } from "@/lib/feedback/triage/schema";
import { issuePageWire, oneIssueWire, wireIssue, wireOneIssue, wirePage } from "@/lib/feedback/wire";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const list = apiRoute(
  "any",
  {
    summary: "Known issues with their public answers.",
    query: issuesQuery,
    answers: { 200: { says: "A page.", body: issuePageWire } },
  },
  async ({ scope, query }) => ok(wirePage(await listIssues(scope, query), wireIssue)),
);

export const issues = resource("/api/v1/issues", { GET: list });

/** What people say to each other is theirs: a gateway is told nothing of it. */
async function withComments(scope: Scope, ref: string) {
  const issue = await getIssue(scope, ref);
  const isPerson = scope.actor.kind === "user";
  return wireOneIssue(issue, isPerson ? (await listComments(scope as UserScope, issue.id)).rows : null);
}

const getOne = apiRoute(
  "any",
  {
    summary: "One issue with its comments, by its reference (FB-12@acme) or id.",
    answers: { 200: { says: "The issue.", body: oneIssueWire } },
    refuses: ["NOT_FOUND"],
  },
  async ({ scope, params }) => ok(await withComments(scope, params.ref ?? "")),
);

const triage = apiRoute(
  "person",
  {
    summary:
      "Triage an issue: say what becomes of it, or comment on it. All that is asked for is done, or nothing.",
    body: patchIssueSchema,
    answers: { 200: { says: "The issue as it is now.", body: oneIssueWire } },
    refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "STALE_VIEW"],
  },
  async ({ scope, params, input }) => {
    const { id } = await patchIssue(scope, params.ref ?? "", input);
    return ok(await withComments(scope, id));
  },
);

export const oneIssue = resource("/api/v1/issues/{ref}", { GET: getOne, PATCH: triage });
