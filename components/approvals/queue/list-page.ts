import type { QueueChanges } from "@/lib/approvals/queue/types";
import type { ListedRow } from "./queue-item";

/** Why a row just left: "Approved by Ines". `waits`: the call has no decision yet. */
export type RecentNote = { id: string; note: string; waits: boolean };

/** A page of the list as of one read. */
export type ListPage = {
  /** Identifies the filter and the page. */
  listKey: string;
  rows: readonly ListedRow[];
  more: boolean;
  /** When the server read the rows. */
  asOf: number;
  recent: readonly RecentNote[];
};

/** What is needed to render rows that arrive later. */
export type LiveRows = { viewerId: string; showTenant: boolean };

/** The new positions of the calls `ids`. */
export type Change = { changes: QueueChanges; ids: readonly string[] };

export type PageState = {
  /** The read that later changes apply to. */
  read: ListPage;
  page: ListPage;
  /** Recent changes: a read that was pending meanwhile may miss them. */
  recent: readonly Change[];
  /** Another read is needed. */
  isShort?: boolean;
};
