import type { UserScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { submitFeedback } from "../../commands";
import { getIssueView } from "../../inbox/queries";
import type { SubmitFeedback } from "../../schema";
import { triageIssues } from "../commands";
import type { TriageInput } from "../schema";
import type { StateVerb } from "../types";

/** A tenant with a triager and a reporting gateway; the reports of each tool are one issue. */
export async function aReported(tenants?: readonly TestTenant[]) {
  const tenant = tenants?.[0] ?? (await aTenant());
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant], "triager");
  const report = (toolCalled: string, over: Partial<SubmitFeedback> = {}) => {
    const input: SubmitFeedback = {
      tenant: tenant.key,
      attemptedAction: "Create a deal",
      expectedOutcome: "The deal exists",
      actualOutcome: "It failed",
      severity: "low",
      rationale: "Because the tests need it.",
      toolCalled,
      ...over,
    };
    return submitFeedback(gateway.scope, input, { tenantId: tenant.id, key: null, bodySha256: "" });
  };
  return { tenant, gateway, person, report };
}

export async function itemOf(person: UserScope, id: string) {
  return { id, seen: (await getIssueView(person, id)).updatedAt.toISOString() };
}

const USUAL: Partial<Record<StateVerb, object>> = {
  resolve: { fixedIn: "2.1" },
  decline: { reason: "by_design" },
  snooze: { conditions: { more_reports: 3 } },
};

export async function bringTo(person: UserScope, id: string, verbs: readonly StateVerb[]): Promise<void> {
  for (const verb of verbs) {
    const items = [await itemOf(person, id)];
    const { done } = await triageIssues(person, { verb, items, ...USUAL[verb] } as TriageInput);
    if (done.length !== 1) throw new Error(`${verb} was not done`);
  }
}
