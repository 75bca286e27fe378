/** Roles that may comment: all that decide something; viewers only read. */
export const COMMENTERS = ["admin", "triager", "approver"] as const;

export const COMMENT_MAX = 4_000;

export type { Mentionable } from "@/lib/auth/mentions/types";

export type CommentRow = {
  id: string;
  /** The issue of the comment: the listed one, or one merged into it. */
  ref: string;
  issueId: string;
  /** Null once the author's account is gone. */
  author: { id: string; name: string } | null;
  text: string | null;
  mentions: { id: string; name: string }[];
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
};

/** Comments in writing order; `nextCursor` leads to earlier ones. */
export type CommentPage = {
  rows: CommentRow[];
  nextCursor: string | null;
  count: number;
  /** Whether the reader has an unseen mention in any of the comments. */
  unseen: boolean;
};

export type Mentions = {
  /** Counted up to a hundred. */
  count: number;
  newest: { id: string; issueId: string; ref: string; title: string; by: string; createdAt: Date }[];
};
