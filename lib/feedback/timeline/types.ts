import type { Details } from "@/lib/activity/wire";
import type { CommentRow } from "../comments/types";

/** One event of an issue. Comments hold their text, acts only what the activity log holds. */
export type TimelineItem =
  | { kind: "act"; key: string; at: Date; act: IssueAct }
  | { kind: "comment"; key: string; at: Date; comment: CommentRow }
  | { kind: "reports"; key: string; at: Date; reports: ReportRun }
  | { kind: "version"; key: string; at: Date; version: number };

export type IssueAct = {
  /** Null for the product itself. */
  actor: string | null;
  action: string;
  details: Details;
  /** The issue it happened to, if that is one merged into the shown one. */
  member: { id: string; ref: string } | null;
  /** The person that an assignment names; `self` if that is the actor. */
  assignee: { name: string; self: boolean } | null;
};

/** Reports of one agent with no other event between them. */
export type ReportRun = {
  agent: string | null;
  count: number;
  /** The oldest of them. */
  since: Date;
  /** Whether it holds the issue's first report. */
  first: boolean;
};

export type Timeline = {
  /** Oldest first. */
  items: TimelineItem[];
  /** Leads to earlier events. */
  nextCursor: string | null;
  comments: number;
  /** Whether the reader has an unseen mention in any comment. */
  unseen: boolean;
};
