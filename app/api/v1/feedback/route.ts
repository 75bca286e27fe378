import { downloadRecords } from "@/lib/api/download";
import { apiRoute, ok, requestKeyOf, resource } from "@/lib/api/route";
import { graceHeaders } from "@/lib/api/v1/authorize";
import { resolveTenant } from "@/lib/auth/credentials/bearer";
import { authenticatePerson } from "@/lib/auth/sessions/request";
import { exportFormat } from "@/lib/core/export";
import { submitFeedback } from "@/lib/feedback/commands";
import { exportFeedback, listFeedback } from "@/lib/feedback/queries";
import { feedbackQuery, feedbackSchema } from "@/lib/feedback/schema";
import { type FeedbackRow, RETRY_MAY_DIFFER } from "@/lib/feedback/types";
import {
  FEEDBACK_COLUMNS,
  type FeedbackRecord,
  wireFeedback,
  wireFeedbackRecord,
  wireIssueHead,
  wirePage,
  wirePublicAnswer,
} from "@/lib/feedback/wire";

const postFeedback = apiRoute("gateway", { body: feedbackSchema }, async (context) => {
  const { scope, input, request, body } = context;
  const done = await submitFeedback(scope, input, {
    tenantId: await resolveTenant(scope, input.tenant),
    key: requestKeyOf(request, input.id),
    bodySha256: body.fingerprint(RETRY_MAY_DIFFER),
  });
  return {
    status: done.replayed ? 200 : 201,
    headers: {
      ...graceHeaders(done),
      location: `/api/v1/feedback/${done.id}`,
      ...(done.replayed ? { "idempotent-replayed": "true" } : {}),
    },
    body: {
      id: done.id,
      issue: wireIssueHead(done.issue),
      known: done.known,
      answer: done.answer ? wirePublicAnswer(done.answer) : undefined,
      warnings: done.warning ? [done.warning] : undefined,
    },
  };
});

const readable = { query: feedbackQuery, authenticate: authenticatePerson };

/** The list, or a file of it: for gateways, and for people by browser session or personal token. */
const getFeedbackPage = apiRoute("any", readable, async ({ scope, query, request }) => {
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
    const response = await downloadRecords<FeedbackRecord>({ steps, ...file });
    return { status: response.status, response };
  }
  return ok(wirePage(await listFeedback(scope, query, query), wireFeedback));
});

async function* wired(steps: AsyncGenerator<FeedbackRow[]>): AsyncGenerator<FeedbackRecord[]> {
  for await (const rows of steps) yield rows.map(wireFeedbackRecord);
}

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getFeedbackPage, POST: postFeedback });
