import * as z from "zod";
import { exportFormat } from "@/lib/core/export";
import type { Scope, UserScope } from "@/lib/core/scope";
import { listComments } from "@/lib/feedback/comments/queries";
import { exportIssues, listIssues } from "@/lib/feedback/issue-list";
import { getIssue } from "@/lib/feedback/queries";
import { issuesQuery } from "@/lib/feedback/schema";
import { patchIssue } from "@/lib/feedback/triage/patch";
import { patchIssueSchema } from "@/lib/feedback/triage/schema";
import type { CountedIssue } from "@/lib/feedback/wire";
import {
  ISSUE_COLUMNS,
  type IssueRecord,
  issuePageWire,
  issueRecordWire,
  oneIssueWire,
  wireIssue,
  wireIssueRecord,
  wireOneIssue,
  wirePage,
} from "@/lib/feedback/wire";
import { getTaskText } from "@/lib/signals/evidence/issue-task";
import { ok, text } from "../answers";
import { downloadRecords, EXPORT_HEADERS } from "../download";
import { resource } from "../resource";
import { apiRoute } from "../route";

const list = apiRoute(
  "any",
  {
    summary: "Known issues with their public answers, newest first.",
    query: issuesQuery,
    session: true,
    answers: {
      200: {
        says: "A page, NDJSON or CSV.",
        body: issuePageWire,
        texts: { "application/x-ndjson": issueRecordWire, "text/csv": z.string() },
        headers: EXPORT_HEADERS,
      },
    },
  },
  async ({ scope, query, request }) => {
    const format = exportFormat(query.format, request.headers.get("accept"));
    if (format === null) return ok(wirePage(await listIssues(scope, query), wireIssue));
    const steps = wired(exportIssues(scope, query));
    const file = { columns: ISSUE_COLUMNS, format, what: "issues", tenant: query.tenant, asOf: new Date() };
    return { status: 200 as const, response: await downloadRecords<IssueRecord>({ steps, ...file }) };
  },
);

async function* wired(steps: AsyncGenerator<CountedIssue[]>): AsyncGenerator<IssueRecord[]> {
  for await (const rows of steps) yield rows.map(wireIssueRecord);
}

export const issues = resource("/api/v1/issues", { GET: list });

/** Comments between people are hidden from gateways. */
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
