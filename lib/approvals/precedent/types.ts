import type { RiskWord } from "@/lib/core/risk";
import type { Mismatch } from "@/lib/tools/hints";

/** So many decisions of a kind are looked at, the newest: more would say little else, and cost the more the longer the record is. */
export const JUDGED_MAX = 200;

/** A count this many times what is usual, or what was approved last, breaks the tool's history. */
export const UNUSUAL_RATIO = 5;

/** A count in a call's words that its arguments contradict. */
export type Disagreement = {
  by: "summary" | "how_many";
  claimed: number;
  held: number;
  /** The name in the arguments, as it was sent. */
  name: string;
  kind: "list" | "number";
};

/** What people decided of the newest calls of a kind, `JUDGED_MAX` at most. Refused: rejected, sent back, or revoked. */
export type Judged = { approved: number; refused: number };

/** What the approved calls of a tool said of how many they are for, as far as they gave a number. */
type Counts = { of: number; median: number | null; highest: number | null };

/** The record as the database has it. Of calls that nobody has decided yet, and of whatever was removed since, it knows nothing. */
export type StoredRecord = {
  tool: Judged;
  /** With any tool. Null where the gateway named no agent. */
  agent: Judged | null;
  /** Whether people have decided a call of this tool by this agent. */
  caller: boolean;
  /** With this tool. Null where the gateway named no target. */
  target: Judged | null;
  howMany: Counts;
  /** What the newest call for the same target that was asked later says of the target's state. */
  later: { id: string; precondition: string; at: string } | null;
};

/** One thing that a person should know before they decide, most urgent first. */
export type Notice =
  | { kind: "disagreement"; disagreement: Disagreement }
  | { kind: "how_many"; claimed: number; median: number; highest: number; of: number }
  | { kind: "most_ever"; claimed: number; highest: number; of: number }
  | { kind: "precondition"; ours: string; theirs: string; id: string; at: Date }
  | { kind: "definition"; from: number; to: number }
  | { kind: "mostly_refused"; what: "tool" | "agent" | "target"; refused: number; of: number }
  | { kind: "first"; what: "tool" | "agent" | "caller" | "target" }
  | { kind: "server_says"; mismatch: Exclude<Mismatch, "says_nothing">; ours: RiskWord }
  | { kind: "claimed_risk"; claimed: RiskWord; ours: RiskWord };

/** What the record says of a call that waits. */
export type Precedent = {
  tool: Judged;
  agent: Judged | null;
  target: Judged | null;
  howMany: Counts;
  notices: Notice[];
};
