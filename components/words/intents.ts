import type { Tone } from "@/components/ui/chart/tones";
import type { ActSays, IntentMark, Review, ShownAct } from "@/lib/intents/acts/types";
import type { IntentKind, IntentLevel, IntentSort, IntentState } from "@/lib/intents/browser/types";
import type { Outlook } from "@/lib/intents/map/types";
import { counted } from "./counts";

/** Recent development of an intent. */
export const INTENT_STATES: Record<IntentState, string> = {
  new: "New",
  growing: "Growing",
  fading: "Fading",
  steady: "Steady",
};

/** What people said of it. */
export const REVIEW_WORDS: Record<Review, string> = {
  open: "To review",
  reviewed: "Reviewed",
  actioned: "Actioned",
};

/** Buttons that mark several intents, and what they did. */
export const MARKED_WORDS: Record<IntentMark, { verb: string; done: string }> = {
  pinned: { verb: "Pin", done: "pinned" },
  unpinned: { verb: "Unpin", done: "unpinned" },
  ignored: { verb: "Ignore", done: "left out of the list" },
  unignored: { verb: "List again", done: "listed again" },
  reviewed: { verb: "Mark reviewed", done: "marked reviewed" },
  open: { verb: "Open again", done: "open for review again" },
};

export const KIND_WORDS: Record<IntentKind, string> = {
  pinned: "Pinned",
  ignored: "Ignored",
  weak: "Weak themes",
  named: "Named by people",
};

export const SORT_WORDS: Record<IntentSort, string> = {
  calls: "Most calls",
  growth: "Growing most",
  failed: "Failing most",
  held: "Held most",
  last: "Newest call",
};

/** Colours of the map, and what they say of "3 intents". */
export const OUTLOOKS: Record<Outlook, { tone: Tone; says: string }> = {
  failing: { tone: "problem", says: "with 20 % or more failed" },
  watch: { tone: "accent", says: "with 5 to 20 % failed" },
  held: { tone: "class-governance", says: "with half or more held" },
  fine: { tone: "class-ok", says: "mostly fine" },
};

export const LEVEL_WORDS: Record<IntentLevel | "grouped", string> = {
  coarsest: "Coarsest",
  coarse: "Coarse",
  grouped: "As grouped",
  fine: "Fine",
  finest: "Finest",
};

/** Why a rationale is unusable. */
export const EMPTY_REASONS: Record<string, string> = {
  echo: "repeats the tool or its arguments",
  boilerplate: "could be said of every call",
  gibberish: "is no language",
  short: "has next to nothing in it",
  repeated: "is the same in many sessions",
};

/** "12 %"; a non-zero part never shows as zero. */
export function shareWords(part: number, whole: number): string {
  if (whole === 0) return "none";
  const percent = (100 * part) / whole;
  if (percent > 0 && percent < 1) return "under 1 %";
  if (percent < 100 && percent > 99) return "over 99 %";
  return `${Math.round(percent)} %`;
}

const quoted = (name: string | null | undefined) => `“${name ?? ""}”`;

const moved = ({ rationales = 0 }: ActSays) => counted(rationales, "rationale");

const ACT_SAYS: Record<ShownAct["kind"], (says: ActSays) => string> = {
  rename: ({ said }) => (said ? `named it ${quoted(said)}` : "restored its generated name"),
  pin: ({ on }) => (on ? "pinned it" : "unpinned it"),
  ignore: ({ on }) => (on ? "left it out of the list" : "took it into the list again"),
  review: ({ said, note }) =>
    `${said === "open" ? "opened it again" : `marked it ${said}`}${note ? `: ${quoted(note)}` : ""}`,
  merge: (says) => `merged ${quoted(says.other)} into it (${moved(says)})`,
  split: (says) => `split ${quoted(says.other)} off it (${moved(says)})`,
  move: (says) => `moved ${moved(says)} to ${quoted(says.other)}`,
  issue: ({ issue }) => `made the issue ${issue ?? ""} of it`,
};

/** A person's action on an intent, after the person's name. Names in it come from agents' text. */
export const actWords = ({ kind, says }: Pick<ShownAct, "kind" | "says">): string => ACT_SAYS[kind](says);
