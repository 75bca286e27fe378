import { RISKS } from "@/lib/core/risk";
import type { QueueRow, QueueView } from "./types";

/** Whether the view lists calls that still wait. */
export function isPendingView(view: QueueView): boolean {
  return view !== "decided" && view !== "attention";
}

/**
 * The call to look at after this one: the next of the list in its order, else its first; undefined when nothing else waits.
 * What somebody else holds comes only when there is nothing else.
 */
export function nextAfter<R extends Open>(
  rows: readonly R[],
  call: Pick<QueueRow, "id" | "risk" | "decideBy">,
  viewerId: string,
): R | undefined {
  const others = rows.filter(
    (row) => row.decision === "pending" && row.releaseAt === null && row.id !== call.id,
  );
  const free = others.filter(({ assignment }) => assignment === null || assignment.userId === viewerId);
  const open = free.length > 0 ? free : others;
  return open.find((row) => comesAfter(row, call)) ?? open[0];
}

type Open = Pick<QueueRow, "id" | "risk" | "decideBy" | "releaseAt" | "decision" | "assignment">;

type Place = Pick<QueueRow, "id" | "risk" | "decideBy">;

/** Whether a row follows a call in the queue's order: the riskiest first, then what runs out first. */
export function comesAfter(row: Place, call: Place): boolean {
  const [risk, other] = [RISKS.indexOf(row.risk), RISKS.indexOf(call.risk)];
  if (risk !== other) return risk < other;
  const apart = row.decideBy.getTime() - call.decideBy.getTime();
  return apart === 0 ? row.id > call.id : apart > 0;
}

/** Who may not decide has nothing of their own in the queue: they begin with everything that waits. */
export function homeView(role: string | undefined): QueueView {
  return role === "viewer" || role === "triager" ? "all" : "mine";
}
