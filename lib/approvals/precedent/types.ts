import type { RiskWord } from "@/lib/core/risk";
import type { Mismatch } from "@/lib/tools/hints";

/** Newest decisions read per kind: more would change little and cost more over time. */
export const JUDGED_MAX = 200;

/** A count this many times the usual or last approved one breaks the tool's history. */
export const UNUSUAL_RATIO = 5;

export type Disagreement = {
  by: "summary" | "how_many";
  claimed: number;
  held: number;
  /** The name in the arguments, as it was sent. */
  name: string;
  kind: "list" | "number";
};

/** Decisions on the newest JUDGED_MAX calls. Refused: rejected, sent back, or revoked. */
export type Judged = { approved: number; refused: number };

/** Claimed counts of a tool's approved calls, where they gave a number. */
type Counts = { of: number; median: number | null; highest: number | null };

/** The history as the database returns it. Excludes undecided calls and removed ones. */
export type StoredRecord = {
  tool: Judged;
  agent: Judged | null;
  /** Whether people have decided a call of this tool by this agent. */
  caller: boolean;
  target: Judged | null;
  howMany: Counts;
  /** The target's state according to the newest later call for it. */
  later: { id: string; precondition: string; at: string } | null;
};

/** A fact that a person should know before they decide, most urgent first. */
export type Notice =
  | { kind: "may_have_run"; id: string; at: Date }
  | { kind: "disagreement"; disagreement: Disagreement }
  | { kind: "how_many"; claimed: number; median: number; highest: number; of: number }
  | { kind: "most_ever"; claimed: number; highest: number; of: number }
  | { kind: "precondition"; ours: string; theirs: string; id: string; at: Date }
  | { kind: "definition"; from: number; to: number }
  | { kind: "mostly_refused"; what: "tool" | "agent" | "target"; refused: number; of: number }
  | { kind: "first"; what: "tool" | "agent" | "caller" | "target" }
  | { kind: "server_says"; mismatch: Exclude<Mismatch, "says_nothing">; ours: RiskWord }
  | { kind: "claimed_risk"; claimed: RiskWord; ours: RiskWord };

export type Precedent = {
  tool: Judged;
  agent: Judged | null;
  target: Judged | null;
  howMany: Counts;
  notices: Notice[];
};
