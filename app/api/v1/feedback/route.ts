import { apiRoute, ok, requestKeyOf, resource } from "@/lib/api/route";
import { graceHeaders } from "@/lib/api/v1/authorize";
import { resolveTenant } from "@/lib/auth/bearer";
import { wireFeedback, wireIssueHead, wirePage, wirePublicAnswer } from "@/lib/feedback/answer/rules";
import { submitFeedback } from "@/lib/feedback/commands";
import { listFeedback } from "@/lib/feedback/queries";
import { feedbackQuery, feedbackSchema, RETRY_MAY_DIFFER } from "@/lib/feedback/schema";

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

const getFeedbackPage = apiRoute("any", { query: feedbackQuery }, async ({ scope, query }) =>
  ok(wirePage(await listFeedback(scope, query), wireFeedback)),
);

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getFeedbackPage, POST: postFeedback });
