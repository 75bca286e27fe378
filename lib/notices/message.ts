import type { RiskWord } from "@/lib/core/risk";
import type { MessageKind } from "./types";

// What goes out to people, composed right before each attempt from the rows of that moment. A channel only renders it.
// Every text may hold words of agents: plain text, never markup.

export type MessageFact = { label: string; value: string };

/** The call that a message is about. */
export type MessageCall = {
  id: string;
  revision: number;
  /** Hex SHA-256 of the arguments of this revision. */
  digest: string;
  risk: RiskWord;
  /** What will happen, in one sentence. */
  headline: string;
  provider: string;
  tool: string;
  gateway: string;
  agent: string | null;
  /** Target, count, amount, reversibility: as on the page; the agent's own words are not among them. */
  facts: readonly MessageFact[];
  /** The exact text of the arguments. */
  arguments: string;
  createdAt: Date;
  decideBy: Date;
  /** Null while it waits; then who decided what, and when, in one sentence. */
  outcome: string | null;
  /** Whether its tenant lets this recipient decide it in the channel. */
  decidesHere: boolean;
  /** Whether this recipient can extend its deadline in the channel. */
  extendsHere: boolean;
};

/** A line of a digest. */
export type MessageItem = { title: string; risk: RiskWord | null; tenant: string; open: string };

export type Message = {
  /** Same for each attempt at the same content: Message-ID, `webhook-id`. */
  id: string;
  /** Same for the message and all its updates: the tag of a push, the key of an incident. */
  key: string;
  /** 1 for the first; higher: what was sent has to be updated. */
  version: number;
  kind: MessageKind;
  tenant: { id: string; key: string; name: string };
  /** One line: subject of a mail, title of a push. Without arguments. */
  title: string;
  /** Further sentences, most important first. */
  lines: readonly string[];
  call: MessageCall | null;
  /** Only of a digest. */
  items: readonly MessageItem[];
  /** Why this recipient gets it, in one sentence. */
  why: string;
  /** Absolute URLs of pages. `stop`: ends this kind on this channel, after a press on the page. */
  links: { open: string; why: string; settings: string; stop: string | null };
  /** The recipient's time zone (IANA), for times in text. */
  zone: string;
  /** When it was composed, by the database's clock. */
  at: Date;
  /** Whether nothing is to be done any more: decided, expired or withdrawn. */
  isClosed: boolean;
  /** What the channel returned as `remote` for this message; null before the first. */
  remote: unknown;
  /** The same for the first message about this call to this recipient; null if this is it. */
  parent: unknown;
  /** Whether it was sent before, so that this is an update. A first message may have a higher version. */
  isUpdate: boolean;
  /** An earlier attempt may have arrived without being recorded. */
  isRetry: boolean;
};
