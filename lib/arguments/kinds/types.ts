import type { DiffBlock } from "@/lib/core/text/line-diff";

/** A recipient or sender as written; `address` is where the mail goes, null if unreadable. */
export type MailAddress = { shown: string; address: string | null };

export type MailAddresses = { label: string; first: MailAddress[]; count: number; domains: Counted[] };

export type Counted = { text: string; count: number };

/** An HTML text rebuilt for a sandboxed frame, and what was left out of it. */
export type MailHtml = {
  document: string;
  remotePictures: number;
  hiddenTexts: number;
  scripts: number;
  forms: number;
};

export type Mail = {
  addresses: MailAddresses[];
  subject: string | null;
  text: string | null;
  /** "long": too long to show as a picture of the mail. */
  html: MailHtml | "long" | null;
  attachments: string[];
  /** Members of the same object that this view leaves out. */
  others: string[];
};

export type SqlKind = "keyword" | "text" | "comment" | "plain";

export type SqlLine = { indent: number; runs: { kind: SqlKind; text: string }[] };

export type Sql = {
  /** Empty if the text is too long to lay out. */
  lines: SqlLine[];
  start: string | null;
  warnings: string[];
};

export type Cell = { form: "text" | "absent" | "secret" | "inner"; text: string };

export type Column = { name: string; absent: number; distinct: number; top: Counted[]; secret: boolean };

export type Table = { count: number; columns: Column[]; moreColumns: number; rows: Cell[][] };

export type FileDiff = {
  file: string | null;
  blocks: DiffBlock[];
  added: number;
  removed: number;
  /** Lines left out because the diff is too long. */
  cut: boolean;
  others: string[];
};

export type LinkHost = {
  host: string;
  /** The name as browsers write it, where the host is not plain ASCII. */
  readsAs: string | null;
  count: number;
  examples: string[];
  warnings: string[];
};

export type Links = { hosts: LinkHost[]; count: number; moreHosts: number };

export type KindPart =
  | { kind: "email"; at: string; mail: Mail }
  | { kind: "sql"; at: string; sql: Sql }
  | { kind: "table"; at: string; table: Table }
  | { kind: "diff"; at: string; diff: FileDiff };

/** The arguments by what they are: a reading aid next to the exact ones. */
export type ByKind = {
  parts: KindPart[];
  /** Recognised parts beyond the limit. */
  more: number;
  links: Links | null;
  /** Top-level arguments of which this view shows nothing. */
  rest: string[];
  warnings: string[];
};
