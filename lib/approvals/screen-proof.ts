import { revealedText } from "@/lib/core/text/reveal";
import type { SeenPart } from "./types";

/** The parts that each call's page has. */
export const PARTS_DEMANDED: readonly SeenPart[] = ["facts", "arguments"];

/** The call's own page, a table of calls, a session without a page, a personal token, or Slack. */
type SeenWay = "page" | "table" | "session" | "token" | "slack";

/** A collapsed part that was opened: its id and name on the page, truncated if long. */
type Opened = { id: string; label: string };

/**
 * What a person saw when they decided, as the vote stores it. Browser claims are only numbers and
 * flags; texts come from the server. Members have their wire names.
 */
export type SeenOnRecord = {
  way: SeenWay;
  /** By the database's clock. */
  at: string;
  revision: number;
  arguments_sha256: string;
  /** The version of the tool's definition that the page showed; null without one. */
  tool_version: number | null;
  /** Null if no page reported it. */
  visible_ms: number | null;
  still_ms: number | null;
  parts: SeenPart[];
  folded: number;
  /** Those that were opened: at most OPENED_KEPT. */
  opened: Opened[];
  /** Whether the typed text was correct; null if none was required. */
  typed: boolean | null;
};

/** Maximum opened parts stored by name with a vote; hardly any call has as many. */
export const OPENED_KEPT = 50;

export const OPENED_CHARACTERS = 200;

/** Whether the text matches exactly. A hidden character may be typed as displayed: `⟨U+200B⟩`. */
export function typedRight(typed: string, expected: string): boolean {
  const text = typed.trim();
  return text !== "" && (text === expected.trim() || text === revealedText(expected.trim()));
}
