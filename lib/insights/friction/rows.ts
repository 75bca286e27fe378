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

/** The decided calls that all figures are of. */
export function callsOf({ since, complete }: Friction, tenant: string | undefined): QueueFilter {
  const from = complete ? since.toISOString().slice(0, 10) : since.toISOString();
  return { view: "decided", asked: "people", since: from, tenant };
}

/** The decided calls that a bar counts: of its days, less what the figures are cut off from. */
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

/** The same of one row; null where no list has only these. */
export function callsOfRow(by: FrictionKind, row: FrictionRow): Part | null {
  const { name, gateway, provider, personId } = row;
  if (by === "approver") return personId === null ? null : { by: personId };
  if (by === "gateway") return { gateway: gateway ?? undefined };
  if (name === null) return null;
  if (by === "agent") return { agent: name };
  const whose: Part = provider === null ? { unnamed: "provider" } : { provider };
  return { tool: name, gateway: gateway ?? undefined, ...whose };
}
