import { fromBase64url, toBase64url } from "@/lib/core/list/base64url";

/** A place in the events feed: a transaction, and the event within it. */
export type FeedPlace = { xid: string; seq: string };

/** Before the first event. */
export const FEED_START: FeedPlace = { xid: "0", seq: "0" };

/** The cursor of a place. Gateways keep the last one they handled for good, so its form never changes. */
export function feedCursor({ xid, seq }: FeedPlace): string {
  return toBase64url(`${xid}.${seq}`);
}

/** The place of a cursor; null for a text that the feed did not give out. */
export function findFeedPlace(cursor: string): FeedPlace | null {
  const [, xid, seq] = /^(\d{1,18})\.(\d{1,18})$/.exec(fromBase64url(cursor) ?? "") ?? [];
  return xid !== undefined && seq !== undefined ? { xid, seq } : null;
}
