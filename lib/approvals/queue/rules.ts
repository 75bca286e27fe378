import { isId } from "@/lib/core/ids";
import type { QueueView } from "../schema";

/** Where a page of the queue ended: the values it is ordered by. */
export type QueueCursor = { risk: string; at: string; id: string };

const RISK = /^(low|medium|high|critical)$/;

/** An opaque cursor for the URL. */
export function writeCursor(
  view: QueueView,
  row: { risk: string; decideBy: Date; decidedAt: Date | null; updatedAt: Date; id: string },
): string {
  const at =
    view === "decided"
      ? (row.decidedAt ?? row.updatedAt)
      : view === "attention"
        ? row.updatedAt
        : row.decideBy;
  return Buffer.from(JSON.stringify([row.risk, at.toISOString(), row.id])).toString("base64url");
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
