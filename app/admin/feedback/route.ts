import { apiRoute, ok, resource } from "@/lib/api/route";
import { authenticatePerson } from "@/lib/auth/sessions/request";
import { listFeedback } from "@/lib/feedback/queries";
import { feedbackQuery } from "@/lib/feedback/schema";
import { wireFeedback, wirePage } from "@/lib/feedback/wire";

/** The weekly triage list, for a person by browser session or personal token. */
const getFeedbackPage = apiRoute(
  "person",
  { query: feedbackQuery, authenticate: authenticatePerson },
  async ({ scope, query }) => ok(wirePage(await listFeedback(scope, query, query), wireFeedback)),
);

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getFeedbackPage });
