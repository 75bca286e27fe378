/** Roles that may comment on a call: all that decide something; viewers only read. */
export const NOTERS = ["admin", "triager", "approver"] as const;

export const NOTE_CHARS_MAX = 4_000;

/** Agents read it inside a sentence, so it is shorter than a comment. */
export const QUESTION_CHARS_MAX = 1_000;

/** Notes of all kinds on one call. */
export const NOTES_MAX = 200;

/** Questions to the agent of one call. */
export const QUESTIONS_MAX = 20;

type NoteKind = "comment" | "question" | "reply";

export type Note = {
  id: string;
  kind: NoteKind;
  /** Null once the author deleted it. */
  text: string | null;
  /** Null for a reply, and once the author's account is gone. */
  author: { id: string; name: string } | null;
  /** The question that a reply answers. */
  questionId: string | null;
  at: Date;
  /** Whether it concerns the reader, who has not seen it. */
  isNew: boolean;
};

/** Unseen notes that concern a person: comments that mention them, and replies to their questions. */
export type NewNotes = {
  /** Counted up to a hundred. */
  count: number;
  newest: { id: string; approvalId: string; kind: NoteKind; summary: string; by: string | null }[];
};
