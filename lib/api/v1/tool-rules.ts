import { previewRules, saveRules } from "@/lib/tools/by-rule/commands";
import { listRuleVersions } from "@/lib/tools/by-rule/queries";
import { putRulesSchema, tryRulesSchema } from "@/lib/tools/by-rule/schema";
import {
  rulePreviewWire,
  rulesWire,
  savedRulesWire,
  wirePreview,
  wireRules,
  wireSaved,
} from "@/lib/tools/by-rule/wire";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const getRules = apiRoute(
  "person",
  {
    summary: "The rules that rate tools which neither people nor their gateways rated.",
    answers: {
      200: { says: "The newest version; version is null before the first save.", body: rulesWire },
    },
  },
  async ({ scope }) => ok(wireRules((await listRuleVersions(scope))[0])),
);

const tryRules = apiRoute(
  "person",
  {
    summary: "What rules would do if they were saved. Nothing is saved. For administrators of all tenants.",
    body: tryRulesSchema,
    answers: {
      200: { says: "Counts over all tools, and what saving these rules has to name.", body: rulePreviewWire },
    },
    refuses: ["FORBIDDEN"],
  },
  async ({ scope, input }) => ok(wirePreview(await previewRules(scope, input))),
);

const putRules = apiRoute(
  "person",
  {
    summary:
      "Save the rules that were previewed, for every tenant, in place of all there are. For administrators of all tenants.",
    body: putRulesSchema,
    answers: { 200: { says: "Saved as a new version.", body: savedRulesWire } },
    refuses: ["FORBIDDEN", "STALE_VIEW"],
  },
  async ({ scope, input: { version: seen, ...set } }) =>
    ok(wireSaved(await saveRules(scope, { ...set, seen }))),
);

export const toolRules = resource("/api/v1/tools/rules", { GET: getRules, POST: tryRules, PUT: putRules });
