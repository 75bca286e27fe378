import { CHANGES_MAX, type QueueChanges } from "@/lib/approvals/queue/types";
import type { FollowedList, FrameFacts, LiveEvent } from "./status";

const CHANGES_URL = "/api/live/changes";

// Lower limit between requests; the random spread avoids simultaneous requests after one change.
export const EVERY_MS = 2_000;
const EVERY_SPREAD_MS = 500;
const FIRST_SPREAD_MS = 150;
export const ANSWER_MS = 10_000;

// A newly followed list was just read; changes announced while it loaded need another look.
export const RECENT_MS = 3_000;

// Announced instead of an id if any row may have changed.
const ANY_ROW = "00000000-0000-0000-0000-000000000000";

type Answer = FrameFacts & { list: QueueChanges | null };

type ReaderEvents = {
  /** The current list. */
  list: () => FollowedList | null;
  frame: (facts: FrameFacts) => void;
  /** The changes are unknown: the whole page has to be read again. */
  refresh: () => void;
};

/** Fetches what the page now shows differently, for changes announced together. */
export class ChangesReader {
  private readonly told = new Map<string, number>();
  private readonly wanted = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private began = Number.NEGATIVE_INFINITY;
  private again = false;
  private asking = false;
  private closed = false;

  constructor(private readonly on: ReaderEvents) {}

  noticed({ topic, id }: LiveEvent): void {
    if (topic !== "approval" && topic !== "feedback" && topic !== "review") return;
    if (id === ANY_ROW) {
      this.on.refresh();
      return;
    }
    const now = performance.now();
    for (const [old, at] of this.told) if (now - at > RECENT_MS) this.told.delete(old);
    if (topic === "approval") {
      this.told.set(id, now);
      this.wanted.add(id);
    }
    this.plan();
  }

  /** Called when the list changes. */
  followed(): void {
    const now = performance.now();
    for (const [id, at] of this.told) if (now - at <= RECENT_MS) this.wanted.add(id);
    if (this.wanted.size > 0) this.plan();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private plan(): void {
    this.again = this.asking;
    if (this.closed || this.asking || this.timer !== undefined) return;
    const soonest = this.began + EVERY_MS + Math.random() * EVERY_SPREAD_MS;
    const wait = Math.max(soonest - performance.now(), Math.random() * FIRST_SPREAD_MS);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.ask();
    }, wait);
  }

  private async ask(): Promise<void> {
    const list = this.on.list();
    const ids = [...this.wanted];
    this.wanted.clear();
    if (list && ids.length > CHANGES_MAX) {
      this.on.refresh();
      return;
    }
    this.began = performance.now();
    this.asking = true;
    this.again = false;
    try {
      const { list: changes, ...facts } = await read(list, ids);
      this.on.frame(facts);
      if (changes && list && this.on.list() === list) list.take(changes, ids);
    } catch (error) {
      if (error === REFUSED) this.on.refresh();
      else this.missed(ids);
    } finally {
      this.asking = false;
      if (this.again) this.plan();
    }
  }

  /** The server is away: requests the same changes later. */
  private missed(ids: readonly string[]): void {
    for (const id of ids) this.wanted.add(id);
    this.again = true;
  }
}

// A repeat would be refused again: the session ended, or the list's address is invalid. Reading the
// page shows which.
const REFUSED = new Error("refused");

async function read(list: FollowedList | null, ids: readonly string[]): Promise<Answer> {
  const query = new URLSearchParams();
  if (list) {
    query.set("list", list.query);
    for (const id of ids) query.append("id", id);
  }
  const answer = await fetch(`${CHANGES_URL}?${query}`, {
    cache: "no-store",
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) throw REFUSED;
  if (!answer.ok) throw new Error(`${CHANGES_URL} answered ${answer.status}`);
  return JSON.parse(await answer.text(), revived) as Answer;
}

const TIMES = new Set([
  "asOf",
  "remindedAt",
  "changedAt",
  "createdAt",
  "decidedAt",
  "decideBy",
  "openedAt",
  "snoozedUntil",
  "until",
]);

/** JSON has no dates. */
const revived = (name: string, value: unknown) =>
  TIMES.has(name) && typeof value === "string" ? new Date(value) : value;
