import { revokeRule } from "@/lib/approvals/remembered/commands";
import { getRule, listRules } from "@/lib/approvals/remembered/queries";
import { listRememberedQuery } from "@/lib/approvals/remembered/schema";
import { rememberedRuleWire, rulePageWire, wireRule } from "@/lib/approvals/remembered/wire";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const list = apiRoute(
  "person",
  {
    summary: "Remembered rules, newest first: what people let through with an approval.",
    query: listRememberedQuery,
    answers: { 200: { says: "A page.", body: rulePageWire } },
  },
  async ({ scope, query }) => {
    const { rows, nextCursor } = await listRules(scope, query);
    return ok({ data: rows.map(wireRule), next_cursor: nextCursor });
  },
);

export const remembered = resource("/api/v1/remembered", { GET: list });

const revoke = apiRoute(
  "person",
  {
    summary: "Revoke a remembered rule: from the next call on it lets nothing through.",
    answers: { 200: { says: "It is revoked.", body: rememberedRuleWire } },
    refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  },
  async ({ scope, params }) => {
    const id = params.id ?? "";
    await revokeRule(scope, id);
    return ok(wireRule(await getRule(scope, id)));
  },
);

export const rememberedRule = resource("/api/v1/remembered/{id}", { DELETE: revoke });
