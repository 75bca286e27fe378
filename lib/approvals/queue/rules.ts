import { isId } from "@/lib/core/ids";
import { RISKS } from "@/lib/core/risk";
import { QUEUE_VIEWS, type QueueFilter, type QueueRow, type QueueView } from "./types";

/** Where a page of the queue ended: the values it is ordered by. */
export type QueueCursor = { risk: string; at: string; id: string };

const RISK = /^(low|medium|high|critical)$/;

/** Whether the view lists calls that still wait. */
export function isPendingView(view: QueueView): boolean {
  return view !== "decided" && view !== "attention";
}

/**
 * The call to look at after this one: the next of the list in its order, else its first; undefined when nothing else waits.
 * What somebody else holds comes only when there is nothing else.
 */
export function nextAfter<R extends Pick<QueueRow, "id" | "risk" | "decideBy" | "decision" | "assignment">>(
  rows: readonly R[],
  call: Pick<QueueRow, "id" | "risk" | "decideBy">,
  viewerId: string,
): R | undefined {
  const others = rows.filter((row) => row.decision === "pending" && row.id !== call.id);
  const free = others.filter(({ assignment }) => assignment === null || assignment.userId === viewerId);
  const open = free.length > 0 ? free : others;
  return open.find((row) => comesAfter(row, call)) ?? open[0];
}

type Place = Pick<QueueRow, "id" | "risk" | "decideBy">;

/** The queue's order: the riskiest first, then what runs out first. */
function comesAfter(row: Place, call: Place): boolean {
  const [risk, other] = [RISKS.indexOf(row.risk), RISKS.indexOf(call.risk)];
  if (risk !== other) return risk < other;
  const apart = row.decideBy.getTime() - call.decideBy.getTime();
  return apart === 0 ? row.id > call.id : apart > 0;
}

/** An opaque cursor for the URL. */
export function writeCursor(place: { risk: string; at: Date; id: string }): string {
  return Buffer.from(JSON.stringify([place.risk, place.at.toISOString(), place.id])).toString("base64url");
}

/** Reads a cursor back; one that was tampered with or is of another kind means the first page. */
export function readCursor(text: string | undefined): QueueCursor | null {
  if (!text) return null;
  try {
    const [risk, at, id] = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as unknown[];
    if (typeof risk !== "string" || typeof at !== "string" || typeof id !== "string") return null;
    return RISK.test(risk) && isOwnTime(at) && isId(id) ? { risk, at, id } : null;
  } catch {
    return null; // not our cursor: the first page is the useful answer
  }
}

/** Only what writeCursor writes: Postgres and JavaScript disagree on much else. */
function isOwnTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

const single = (value: string | string[] | undefined): string | undefined => {
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined || text === ""
    ? undefined
    : text.slice(0, 200).replaceAll("\0", "").toWellFormed();
};

/** Who may not decide has nothing of their own in the queue: they begin with everything that waits. */
export function homeView(role: string | undefined): QueueView {
  return role === "viewer" || role === "triager" ? "all" : "mine";
}

/** Reads the queue's filter from the URL; what it does not know it leaves out. */
export function parseQueueFilter(
  search: Record<string, string | string[] | undefined>,
  role?: string,
): QueueFilter {
  const view = QUEUE_VIEWS.find((name) => name === single(search.view));
  const risk = RISKS.find((name) => name === single(search.risk));
  return {
    view: view ?? homeView(role),
    q: single(search.q),
    risk,
    tool: single(search.tool),
    tenant: single(search.tenant),
    gateway: single(search.gateway),
    agent: single(search.agent),
    cursor: Array.isArray(search.cursor) ? search.cursor[0] : search.cursor,
  };
}
