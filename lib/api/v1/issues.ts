import * as z from "zod";
import { getTaskText } from "@/lib/calls/issue-task";
import { getIssue, listIssues } from "@/lib/feedback/queries";
import { issuesQuery } from "@/lib/feedback/schema";
import { patchIssue } from "@/lib/feedback/triage/patch";
import { patchIssueSchema } from "@/lib/feedback/triage/schema";
import { issuePageWire, issueWire, wireIssue, wirePage } from "@/lib/feedback/wire";
import { ok, text } from "../answers";
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

const getOne = apiRoute(
  "any",
  {
    summary: "One issue, by its reference (FB-12@acme) or id.",
    answers: { 200: { says: "The issue.", body: issueWire } },
    refuses: ["NOT_FOUND"],
  },
  async ({ scope, params }) => ok(wireIssue(await getIssue(scope, params.ref ?? ""))),
);

const triage = apiRoute(
  "person",
  {
    summary: "Triage an issue: say what becomes of it. All that is asked for is done, or nothing.",
    body: patchIssueSchema,
    answers: { 200: { says: "The issue as it is now.", body: issueWire } },
    refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "STALE_VIEW"],
  },
  async ({ scope, params, input }) => {
    const { id } = await patchIssue(scope, params.ref ?? "", input);
    return ok(wireIssue(await getIssue(scope, id)));
  },
);

export const oneIssue = resource("/api/v1/issues/{ref}", { GET: getOne, PATCH: triage });

const getTask = apiRoute(
  "person",
  {
    summary: "One issue as a task for a coding agent, with what agents reported as quotations.",
    session: true,
    answers: { 200: { says: "Markdown.", texts: { "text/markdown": z.string() } } },
    refuses: ["NOT_FOUND"],
  },
  async ({ scope, params }) =>
    text(await getTaskText(scope, params.ref ?? ""), "text/markdown; charset=utf-8"),
);

export const issueTask = resource("/api/v1/issues/{ref}/task", { GET: getTask });
