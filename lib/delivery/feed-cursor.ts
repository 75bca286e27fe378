import { fromBase64url, toBase64url } from "@/lib/core/list/base64url";

/** A place in the events feed: a transaction, and an event in it. */
export type FeedPlace = { xid: string; seq: string };

/** Before the first event. */
export const FEED_START: FeedPlace = { xid: "0", seq: "0" };

/** The cursor of a place. Gateways store it permanently, so its form never changes. */
export function feedCursor({ xid, seq }: FeedPlace): string {
  return toBase64url(`${xid}.${seq}`);
}

/** The place of a cursor; null for a foreign text. */
export function findFeedPlace(cursor: string): FeedPlace | null {
  const [, xid, seq] = /^(\d{1,18})\.(\d{1,18})$/.exec(fromBase64url(cursor) ?? "") ?? [];
  return xid !== undefined && seq !== undefined ? { xid, seq } : null;
}
