import type { Facts, Preview } from "@/lib/approvals/schema";
import type { RiskWord } from "@/lib/core/risk";
import type { Chance } from "../chance/rules";
import type { Company } from "../world/rules";

/** Where something goes wrong at the first try, and how it reads. The agent corrects itself and tries again. */
export type Slip = {
  /** How often, of all times. */
  share: number;
  outcome: string;
  detail?: string;
  error: string;
  validation?: { path: string; message: string; received?: string }[];
  /** What it sent at first. */
  wrong?: Record<string, unknown>;
  /** It gave up: nothing follows. */
  final?: boolean;
};

/** What makes a step one that waits for a person. */
export type Held = {
  risk: RiskWord;
  /** Why; the rating of the tool unless said otherwise. */
  because?: "risk" | "requires_confirmation" | "unrated_tool" | "requested";
  summary: string;
  impact?: string;
  facts: Facts;
  preview?: Preview;
  /** How many people have to approve. */
  quorum?: number;
  precondition?: string;
  /** What the gateway reports, as a value. */
  result: unknown;
  error?: { code: string; message: string };
  /** Why people say no to it. */
  no: readonly string[];
  /** What people ask to be changed. */
  changes?: string;
  /** What a person may correct before approving. */
  edit?: { arguments: Record<string, unknown>; reason: string };
};

/** One call of an agent. */
export type Step = {
  provider: string;
  tool: string;
  arguments: Record<string, unknown>;
  rationale: string;
  slips?: readonly Slip[];
  /** How often nothing is found. */
  empty?: number;
  /** Milliseconds, from and to. */
  took: readonly [number, number];
  held?: Held;
};

/** What a task is told from. `bold`: it asks for more than usual. */
export type Scene = { chance: Chance; company: Company; bold: boolean; at: Date };

/** Something people let agents do; its steps share what they are about. */
export type Task = {
  name: string;
  weight: number;
  companies: readonly string[];
  agents: readonly string[];
  /** Whether one of its steps waits for a person. */
  held: boolean;
  steps: (scene: Scene) => Step[];
};
