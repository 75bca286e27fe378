import { apiRoute, ok, resource } from "@/lib/api/route";
import { authenticatePerson } from "@/lib/auth/request";
import { wireFeedback, wirePage } from "@/lib/feedback/answer/rules";
import { listFeedback } from "@/lib/feedback/queries";
import { feedbackQuery } from "@/lib/feedback/schema";

/** The weekly triage list, for a person by browser session or personal token. */
const getFeedbackPage = apiRoute(
  "person",
  { query: feedbackQuery, authenticate: authenticatePerson },
  async ({ scope, query }) => ok(wirePage(await listFeedback(scope, query, query), wireFeedback)),
);

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getFeedbackPage });
