import "server-only";
import type { Tx } from "@/lib/core/db";
import { revealedText } from "@/lib/core/text/reveal";
import type { Approval } from "@/lib/generated/prisma/client";
import type { MessageCall, MessageFact } from "@/lib/notices/message";
import { FACT_WORDS } from "@/lib/policies/conditions/facts";
import { momentWords } from "./words";

type Facts = Partial<Record<"what" | "to_whom" | "how_many" | "undo", unknown>>;

const FACT_NAMES = ["what", "to_whom", "how_many", "undo"] as const;

/** What its recipient can do in the channel itself. */
export type DoneHere = { decides: boolean; extends: boolean };

export const NOTHING_HERE: DoneHere = { decides: false, extends: false };

/** What a message says of a call. Texts of agents and gateways are on one line, with hidden characters spelled out. */
export function messageCall(
  call: Approval,
  { gateway, here = NOTHING_HERE, zone }: { gateway: string; here?: DoneHere; zone: string },
): MessageCall {
  const isOpen = call.decision === "pending" && call.releaseAt === null;
  return {
    id: call.id,
    revision: call.revision,
    digest: call.argumentsSha256,
    risk: call.risk,
    headline: oneLine(call.summary),
    provider: oneLine(call.provider ?? "no provider"),
    tool: oneLine(call.tool),
    gateway,
    agent: call.agent === null ? null : oneLine(call.agent),
    facts: factsOf(call.facts as Facts | null),
    arguments: call.argumentsText,
    createdAt: call.createdAt,
    decideBy: call.decideBy,
    outcome: outcomeOf(call, zone),
    decidesHere: here.decides && isOpen,
    extendsHere: here.extends && isOpen,
  };
}

export const oneLine = (text: string): string => revealedText(text.replace(/\s+/g, " ").trim());

function factsOf(facts: Facts | null): MessageFact[] {
  return FACT_NAMES.flatMap((name) => {
    const value = facts?.[name];
    const label = FACT_WORDS[name].charAt(0).toUpperCase() + FACT_WORDS[name].slice(1);
    if (value === undefined || value === null) return [];
    return [
      { label, value: typeof value === "number" ? value.toLocaleString("en-US") : oneLine(String(value)) },
    ];
  });
}

/** Why a message about a call in its undo time is held. */
export const HELD_BEFORE_RELEASE = "Approved, and held before its release.";

/** How a call ended, or what keeps it from waiting; null while it waits. */
export function outcomeOf(call: Approval, zone: string): string | null {
  if (call.decision === "pending" && call.releaseAt !== null)
    return `Approved. It is released at ${momentWords(call.releaseAt, zone)} unless it is stopped before.`;
  if (call.decision === "pending") return null;
  const at = call.decidedAt ? ` at ${momentWords(call.decidedAt, zone)}` : "";
  if (call.decision === "expired") return `Expired${at} without a decision, which counts as a rejection.`;
  const by = call.decidedBy ? ` by ${oneLine(call.decidedBy)}` : "";
  const how = call.brokeGlass && call.decision === "approved" ? " alone, by break-glass" : "";
  return `${ENDED[call.decision]}${by}${how}${at}.`;
}

const ENDED = {
  approved: "Approved",
  rejected: "Rejected",
  changes_requested: "Sent back with a request for changes",
  cancelled: "Cancelled",
  revoked: "Approval revoked",
} as const;

/** Names of a call's gateway and tenant. */
export async function loadPlace(
  tx: Tx,
  tenantId: string,
  gatewayId: string | null,
): Promise<{ tenant: { id: string; key: string; name: string }; gateway: string }> {
  const [row] = await tx.$queryRaw<{ key: string; name: string; gateway: string | null }[]>`
    select t.key, t.name, (select g.name from gateways g where g.id = ${gatewayId}::uuid) as gateway
    from tenants t where t.id = ${tenantId}::uuid`;
  if (!row) throw new Error("the tenant of a notification is gone");
  return {
    tenant: { id: tenantId, key: row.key, name: row.name },
    gateway: row.gateway ?? "a removed gateway",
  };
}
