import { listIssues } from "@/lib/feedback/queries";
import { issuesQuery } from "@/lib/feedback/schema";
import { issuePageWire, wireIssue, wirePage } from "@/lib/feedback/wire";
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
