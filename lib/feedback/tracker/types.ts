/** The content of a tracker item. `body` is Markdown. */
export type TrackerDraft = { title: string; body: string };

/** A tracker's result, or why it failed; `retryAfterMs`: the requested wait. */
export type TrackerAnswer<T> =
  | { ok: true; value: T }
  | { ok: false; why: string; retryAfterMs: number | null };

/** Any tracker. A new one implements this; no other code depends on the vendor. */
export type Tracker = {
  name: string;
  /** The prefix of its items' URLs. */
  itemsAt: string;
  /** Whether the API can be called, not only linked to. */
  connected: boolean;
  /** The form where a person creates an item; shortens the draft to limit the URL. */
  urlOf: (draft: (longest: number) => TrackerDraft) => string;
  /** Creates an item and returns its URL; never throws for errors of the network or the tracker. */
  create: (draft: TrackerDraft) => Promise<TrackerAnswer<string>>;
  readState: (url: string) => Promise<TrackerAnswer<"open" | "closed">>;
};

export type TrackerOffer = { name: string; connected: boolean; formUrl: string };
