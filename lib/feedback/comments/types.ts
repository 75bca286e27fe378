/** Who comments: whoever decides something; viewers read. */
export const COMMENTERS = ["admin", "triager", "approver"] as const;

/** Characters of one comment. */
export const COMMENT_MAX = 4_000;

/** People that one comment may mention. */
export const MENTIONED_MAX = 20;

/** Somebody who can see the issue, and what is written after the @ to mention them. */
export type Mentionable = { id: string; name: string; handle: string };

/** What a person says about an issue. */
export type CommentRow = {
  id: string;
  /** The issue it was written on: the one it is listed with, or one that was merged into it. */
  ref: string;
  issueId: string;
  /** Null once its author is nobody any more. */
  author: { id: string; name: string } | null;
  /** Null once it was deleted. */
  text: string | null;
  mentions: { id: string; name: string }[];
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
};

/** Comments in the order they were written; `nextCursor` leads to those before. */
export type CommentPage = {
  rows: CommentRow[];
  nextCursor: string | null;
  count: number;
  /** Whether one of all of them mentions the reader, who has not seen it. */
  unseen: boolean;
};

/** Comments that name this person, on issues they have not opened since. */
export type Mentions = {
  /** Counted up to a hundred. */
  count: number;
  newest: { id: string; issueId: string; ref: string; title: string; by: string; createdAt: Date }[];
};
