import { revealedText } from "@/lib/core/text/reveal";

/** A part of a call's page that can have been on the screen to its end. */
export type SeenPart = "facts" | "record" | "arguments";

/** Without these no yes counts at high and critical. The record is on the page only where there is something to say. */
export const PARTS_DEMANDED: readonly SeenPart[] = ["facts", "arguments"];

/** What the page demanded of a person before their yes: what they typed, which folded parts they opened, how long they had it. */
export type Seen = {
  typed?: string;
  opened?: string[];
  /** How long nothing had moved before the press. */
  ms?: number;
  /** How long the call was on the screen, while the page was visible. */
  visible_ms?: number;
  parts?: SeenPart[];
  /** It was one of several in a table. */
  together?: true;
};

/** By which way a verdict came: the call's own page, a table of several calls, a session without a page, a personal token. */
type SeenWay = "page" | "table" | "session" | "token";

/** A folded part that was opened: its id and name on the page, cut where they are long. */
type Opened = { id: string; label: string };

/**
 * What was before a person as they decided, as the vote keeps it: their own claims as numbers and marks, and texts only of what the
 * server itself knows of the call. Members are named as they are told outside.
 */
export type SeenOnRecord = {
  way: SeenWay;
  /** When, by the database's clock. */
  at: string;
  revision: number;
  arguments_sha256: string;
  /** The version of the tool's definition that the page showed; null without one. */
  tool_version: number | null;
  /** Null where no page says so. */
  visible_ms: number | null;
  still_ms: number | null;
  parts: SeenPart[];
  /** How many folded parts had to be opened. */
  folded: number;
  /** Those of them that were: at most OPENED_KEPT. */
  opened: Opened[];
  /** Whether what was typed is what was asked for; null where nothing was asked for. */
  typed: boolean | null;
};

/** Folded parts that are kept by name with a vote; hardly any call has as many. */
export const OPENED_KEPT = 50;

/** Characters kept of the name of a folded part. */
export const OPENED_CHARACTERS = 200;

/** Whether the text is what was asked for, to the character. A hidden one may be typed as it is shown: `⟨U+200B⟩`. */
export function typedRight(typed: string, expected: string): boolean {
  const text = typed.trim();
  return text !== "" && (text === expected.trim() || text === revealedText(expected.trim()));
}
