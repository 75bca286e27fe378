import { MINUTE_MS } from "@/lib/core/durations";
import { RISKS } from "@/lib/core/risk";
import { type QueueRow, type QueueView, URGENT_MINUTES } from "./types";

export function isPendingView(view: QueueView): boolean {
  return view !== "decided" && view !== "attention";
}

/**
 * The call to open after this one: the next in the list's order, else its first; undefined if no
 * other waits. Calls assigned to other people come last.
 */
export function nextAfter<R extends Open>(
  rows: readonly R[],
  call: QueuePlace,
  viewerId: string,
): R | undefined {
  const others = rows.filter(
    (row) => row.decision === "pending" && row.releaseAt === null && row.id !== call.id,
  );
  const free = others.filter(({ assignment }) => assignment === null || assignment.userId === viewerId);
  const open = free.length > 0 ? free : others;
  return open.find((row) => comesAfter(row, call)) ?? open[0];
}

type Open = QueuePlace & Pick<QueueRow, "releaseAt" | "decision" | "assignment">;

/** What the position of a waiting call depends on. */
export type QueuePlace = Pick<QueueRow, "id" | "risk" | "decideBy" | "soon">;

/** Whether a waiting call expires so soon that it comes first at any risk. */
export function isSoon(
  { decideBy, releaseAt }: Pick<QueueRow, "decideBy" | "releaseAt">,
  now: Date,
): boolean {
  return releaseAt === null && decideBy.getTime() - now.getTime() < URGENT_MINUTES * MINUTE_MS;
}

/** Whether a row follows a call: soon expiring first, then highest risk, then earliest deadline. */
export function comesAfter(row: QueuePlace, call: QueuePlace): boolean {
  if (row.soon !== call.soon) return call.soon;
  const [risk, other] = [RISKS.indexOf(row.risk), RISKS.indexOf(call.risk)];
  if (!row.soon && risk !== other) return risk < other;
  const apart = row.decideBy.getTime() - call.decideBy.getTime();
  return apart === 0 ? row.id > call.id : apart > 0;
}

/** People who may not decide have an empty queue, so they start with all pending calls. */
export function homeView(role: string | undefined): QueueView {
  return role === "viewer" || role === "triager" ? "all" : "mine";
}
