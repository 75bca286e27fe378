import { resolveTenant } from "@/lib/auth/credentials/bearer";
import { judgeSuggestion } from "@/lib/signals/suggestions/commands";
import { listSuggestions } from "@/lib/signals/suggestions/queries";
import { judgeInput, suggestionsQuery } from "@/lib/signals/suggestions/schema";
import { judgedWire, suggestionPageWire, wireJudged, wireSuggestions } from "@/lib/signals/suggestions/wire";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const getSuggestions = apiRoute(
  "any",
  {
    summary: "How tools should change, by what their figures say; what was raised last first.",
    query: suggestionsQuery,
    answers: { 200: { says: "A page.", body: suggestionPageWire } },
  },
  async ({ scope, query }) => {
    const { tenant, limit, ...filter } = query;
    const tenants = tenant === undefined ? scope.tenants : [await resolveTenant(scope, tenant)];
    return ok(wireSuggestions(await listSuggestions(scope, filter, tenants, limit)));
  },
);

const patchSuggestion = apiRoute(
  "person",
  {
    summary: "Accept or dismiss a suggestion, or take that back. Nothing is done to the tool.",
    body: judgeInput,
    answers: { 200: { says: "The suggestion as it is now.", body: judgedWire } },
    refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "STALE_VIEW"],
  },
  async ({ scope, input }) => ok(wireJudged(await judgeSuggestion(scope, input))),
);

export const toolSuggestions = resource("/api/v1/tools/suggestions", {
  GET: getSuggestions,
  PATCH: patchSuggestion,
});
