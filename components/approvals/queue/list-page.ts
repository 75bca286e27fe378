import type { ListedRow } from "./queue-item";

/** What became of rows decided a moment ago: "Approved by Ines". */
export type RecentNote = { id: string; note: string };

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
