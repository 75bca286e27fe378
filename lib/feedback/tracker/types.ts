/** What an item of a tracker is made of. Its text is Markdown. */
export type TrackerDraft = { title: string; body: string };

/** What a tracker answered, or why it did not; `retryAfterMs` is how long it asks to be left alone. */
export type TrackerAnswer<T> =
  | { ok: true; value: T }
  | { ok: false; why: string; retryAfterMs: number | null };

/** Any tracker. Another one is added by making this of it; nothing else knows whose items they are. */
export type Tracker = {
  /** As people call it. */
  name: string;
  /** What the addresses of its items begin with. */
  itemsAt: string;
  /** Whether it can be asked, not only linked to. */
  connected: boolean;
  /** The page where a person makes an item of the draft; the draft is cut so that the address is not too long. */
  urlOf: (draft: (longest: number) => TrackerDraft) => string;
  /** Makes an item. Answers with its address; never throws for what the network or the tracker does. */
  create: (draft: TrackerDraft) => Promise<TrackerAnswer<string>>;
  /** Whether the item at this address is open. */
  readState: (url: string) => Promise<TrackerAnswer<"open" | "closed">>;
};

/** What the page of an issue offers for making an item of it. */
export type TrackerOffer = { name: string; connected: boolean; formUrl: string };
