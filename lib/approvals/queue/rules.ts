import { RISKS } from "@/lib/core/risk";
import type { QueueRow, QueueView } from "./types";

export function isPendingView(view: QueueView): boolean {
  return view !== "decided" && view !== "attention";
}

/**
 * The call to open after this one: the next in the list's order, else its first; undefined if no
 * other waits. Calls assigned to other people come last.
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

/** Whether a row follows a call: highest risk first, then earliest deadline. */
export function comesAfter(row: Place, call: Place): boolean {
  const [risk, other] = [RISKS.indexOf(row.risk), RISKS.indexOf(call.risk)];
  if (risk !== other) return risk < other;
  const apart = row.decideBy.getTime() - call.decideBy.getTime();
  return apart === 0 ? row.id > call.id : apart > 0;
}

/** People who may not decide have an empty queue, so they start with all pending calls. */
export function homeView(role: string | undefined): QueueView {
  return role === "viewer" || role === "triager" ? "all" : "mine";
}
