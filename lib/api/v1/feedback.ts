import * as z from "zod";
import { exportFormat } from "@/lib/core/export";
import { submitFeedback } from "@/lib/feedback/commands";
import { exportFeedback, getFeedback, listFeedback } from "@/lib/feedback/queries";
import { feedbackQuery, feedbackSchema } from "@/lib/feedback/schema";
import type { FeedbackRow } from "@/lib/feedback/wire";
import {
  FEEDBACK_COLUMNS,
  type FeedbackRecord,
  feedbackPageWire,
  feedbackRecordWire,
  feedbackWire,
  submittedWire,
  wireFeedback,
  wireFeedbackRecord,
  wireIssueHead,
  wirePage,
  wirePublicAnswer,
} from "@/lib/feedback/wire";
import { RETRY_MAY_DIFFER } from "@/lib/intake/types";
import { ok, stored } from "../answers";
import { downloadRecords, EXPORT_HEADERS } from "../download";
import { GRACE_HEADERS } from "../headers";
import { graceHeaders, identified, warningsOf } from "../intake";
import { resource } from "../resource";
import { apiRoute } from "../route";

const submit = apiRoute(
  "gateway",
  {
    summary: "An agent reports what blocked it.",
    body: feedbackSchema,
    idempotent: true,
    needsRationale: true,
    answers: {
      201: {
        says: "The report, its issue, and a known answer.",
        body: submittedWire,
        headers: ["Location", ...GRACE_HEADERS],
      },
      200: {
        says: "The present answer of an earlier, equal report.",
        body: submittedWire,
        headers: ["Location", "Idempotent-Replayed", ...GRACE_HEADERS],
      },
    },
  },
  async (context) => {
    const { scope, input } = context;
    const done = await submitFeedback(scope, input, await identified(context, RETRY_MAY_DIFFER));
    const told = {
      id: done.id,
      issue: wireIssueHead(done.issue),
      known: done.known,
      answer: done.answer ? wirePublicAnswer(done.answer) : undefined,
      warnings: warningsOf(done),
    };
    return stored(done.replayed, told, { ...graceHeaders(done), location: `/api/v1/feedback/${done.id}` });
  },
);

const list = apiRoute(
  "any",
  {
    summary: "List feedback, newest first.",
    query: feedbackQuery,
    session: true,
    answers: {
      200: {
        says: "A page, NDJSON or CSV.",
        body: feedbackPageWire,
        texts: { "application/x-ndjson": feedbackRecordWire, "text/csv": z.string() },
        headers: EXPORT_HEADERS,
      },
    },
  },
  async ({ scope, query, request }) => {
    const format = exportFormat(query.format, request.headers.get("accept"));
    if (format !== null) {
      const steps = wired(exportFeedback(scope, query, query.cursor));
      const file = {
        columns: FEEDBACK_COLUMNS,
        format,
        what: "feedback",
        tenant: query.tenant,
        asOf: new Date(),
      };
      return { status: 200 as const, response: await downloadRecords<FeedbackRecord>({ steps, ...file }) };
    }
    return ok(wirePage(await listFeedback(scope, query, query), wireFeedback));
  },
);

async function* wired(steps: AsyncGenerator<FeedbackRow[]>): AsyncGenerator<FeedbackRecord[]> {
  for await (const rows of steps) yield rows.map(wireFeedbackRecord);
}

export const feedback = resource("/api/v1/feedback", { POST: submit, GET: list });

const getOne = apiRoute(
  "any",
  {
    summary: "One report.",
    answers: { 200: { says: "The report.", body: feedbackWire } },
    refuses: ["NOT_FOUND"],
  },
  async ({ scope, params }) => ok(wireFeedback(await getFeedback(scope, params.id ?? ""))),
);

export const oneFeedback = resource("/api/v1/feedback/{id}", { GET: getOne });

const triageList = apiRoute(
  "person",
  {
    summary: "The weekly triage list, newest first.",
    query: feedbackQuery,
    session: true,
    answers: { 200: { says: "A page.", body: feedbackPageWire } },
  },
  async ({ scope, query }) => ok(wirePage(await listFeedback(scope, query, query), wireFeedback)),
);

export const adminFeedback = resource("/admin/feedback", { GET: triageList });
