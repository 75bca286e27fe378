import type { QueueFilter } from "@/lib/approvals/queue/list";
import type { Friction, FrictionKind, FrictionRow, FrictionSort, PaceBucket } from "./types";

type Part = Partial<QueueFilter>;

const PARTS: Partial<Record<FrictionSort, Part>> = {
  unread: { pace: "unread" },
  edited: { edited: "yes" },
  rejected: { decision: "rejected" },
  sent_back: { decision: "changes_requested" },
  expired: { decision: "expired" },
  waited: { decision: "approved", edited: "no" },
};

/** The queue filter for the decided calls of all figures. */
export function callsOf({ since, complete }: Friction, tenant: string | undefined): QueueFilter {
  const from = complete ? since.toISOString().slice(0, 10) : since.toISOString();
  return { view: "decided", asked: "people", since: from, tenant };
}

/** The filter for the decided calls of one bar: its days, cut to the period of the figures. */
export function callsOfBar(
  friction: Friction,
  tenant: string | undefined,
  { from, to }: Pick<PaceBucket, "from" | "to">,
): QueueFilter {
  const all = callsOf(friction, tenant);
  return { ...all, since: Date.parse(from) < friction.since.getTime() ? all.since : from, until: to };
}

/** The decided calls that one figure is of, in all. */
export function callsOfFigure(column: FrictionSort): Part {
  return PARTS[column] ?? {};
}

/** The filter for one row; null if no list shows only these. */
export function callsOfRow(by: FrictionKind, row: FrictionRow): Part | null {
  const { name, gateway, provider, personId } = row;
  if (by === "approver") return personId === null ? null : { by: personId };
  if (by === "gateway") return { gateway: gateway ?? undefined };
  if (name === null) return null;
  if (by === "agent") return { agent: name };
  const whose: Part = provider === null ? { unnamed: "provider" } : { provider };
  return { tool: name, gateway: gateway ?? undefined, ...whose };
}
