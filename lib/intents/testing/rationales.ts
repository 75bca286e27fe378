import { randomUUID } from "node:crypto";
import { recordCalls } from "@/lib/calls/commands";
import type { ToolCallInput } from "@/lib/calls/schema";
import type { TestGateway, TestTenant } from "@/lib/testing/factories";
import { modelOf } from "../stored-vectors";
import { runOnce as tell } from "../templates/worker";

/** Without the language model, whose thread takes seconds to start. */
export const WORDS = modelOf(null);

/** The same vectors under another name, so that reading calls does not compute them. */
export const SLOWLY = { ...WORDS, name: "slow" };

type Says = Partial<ToolCallInput> & { rationale: string };

export async function say(gateway: TestGateway, tenant: TestTenant, calls: readonly Says[]): Promise<void> {
  for (let at = 0; at < calls.length; at += 500)
    await recordCalls(
      gateway.scope,
      calls.slice(at, at + 500).map((call, index) => ({
        ...{ index, key: null, bodySha256: "" },
        input: {
          ...{ tenant: tenant.key, tool: "create_refund", outcome: "ok", sessionId: randomUUID() },
          ...{ occurredAt: new Date().toISOString(), ...call },
        },
      })),
    );
}

export const tellAll = (tenant: TestTenant) => tell(WORDS, undefined, { lagMs: -5_000, only: tenant.id });

const ERRANDS = [
  [
    "create_refund",
    "Refund the duplicate charge",
    ["of order", "on the card from", "that was taken twice for order"],
  ],
  ["kubectl_logs", "Find out why the pod crashes", ["since release", "after restart", "in zone"]],
  ["send_email", "Remind the client of the unpaid invoice", ["number", "from day", "with reference"]],
  ["list_issues", "Collect closed issues for the release notes", ["of version", "of sprint", "of milestone"]],
] as const;

/** Calls of four errands, each in three wordings with varying numbers. */
export function errands(count: number): Says[] {
  return Array.from({ length: count }, (_, at) => {
    const [tool, text, ways] = ERRANDS[at % ERRANDS.length] ?? ERRANDS[0];
    return {
      tool,
      rationale: `${text} ${ways[Math.floor(at / ERRANDS.length) % ways.length]} ${1_000 + at}`,
    };
  });
}

const SYLLABLES = ["ba", "ko", "mi", "ra", "tu", "ve", "lo", "sa"] as const;

/** Calls of one errand, each with another customer name, which no placeholder replaces. */
export function customers(count: number): Says[] {
  const syllable = (at: number) => SYLLABLES[at % SYLLABLES.length] ?? "";
  return Array.from({ length: count }, (_, at) => {
    const name = [at, at / 8, at / 64].map((part) => syllable(Math.floor(part))).join("");
    return { rationale: `Refund the duplicate charge of the customer ${name}n` };
  });
}
