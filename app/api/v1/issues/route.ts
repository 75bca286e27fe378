import { apiRoute, ok, resource } from "@/lib/api/route";
import { listIssues } from "@/lib/feedback/queries";
import { issuesQuery } from "@/lib/feedback/schema";
import { wireIssue, wirePage } from "@/lib/feedback/wire";

const getIssues = apiRoute("any", { query: issuesQuery }, async ({ scope, query }) =>
  ok(wirePage(await listIssues(scope, query), wireIssue)),
);

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getIssues });
