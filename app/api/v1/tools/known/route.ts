import { apiRoute, resource } from "@/lib/api/route";
import { knownToolsJson, knownToolsText, listKnownTools } from "@/lib/tools/known";
import { knownToolsQuery } from "@/lib/tools/schema";

const getKnown = apiRoute("any", { query: knownToolsQuery }, async ({ scope, query }) => {
  const tools = await listKnownTools(scope, query);
  const [type, text] =
    query.format === "json"
      ? ["application/json", knownToolsJson(tools, query.budget)]
      : ["text/plain; charset=utf-8", knownToolsText(tools, query.budget)];
  return { status: 200, headers: { "content-type": type }, text };
});

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getKnown });
