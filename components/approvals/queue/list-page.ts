import type { QueueChanges } from "@/lib/approvals/queue/types";
import type { ListedRow } from "./queue-item";

/** What became of rows that left a moment ago: "Approved by Ines". `waits`: the call is not decided yet. */
export type RecentNote = { id: string; note: string; waits: boolean };

/** A page of the list as it was read at one time. */
export type ListPage = {
  /** Names the filter and page. */
  listKey: string;
  rows: readonly ListedRow[];
  /** Whether rows follow on another page. */
  more: boolean;
  /** When the server read the rows. */
  asOf: number;
  recent: readonly RecentNote[];
};

/** What rows that arrive later need to be written alike. */
export type LiveRows = { viewerId: string; showTenant: boolean };

/** Where the calls `ids` stand since they changed. */
export type Change = { changes: QueueChanges; ids: readonly string[] };

export type PageState = {
  /** The reading that it goes on from. */
  read: ListPage;
  page: ListPage;
  /** What came lately: a reading that was on its way meanwhile may know nothing of it. */
  recent: readonly Change[];
  /** Some of that cannot be told without another reading. */
  isShort?: boolean;
};
