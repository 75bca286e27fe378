import type { RiskWord } from "@/lib/core/risk";
import type { Template } from "./template";

/** Something people let agents do, as data: its steps share the slots that are drawn for each session. */
export type Story = {
  name: string;
  /** How often it is told, against the other stories of a company. */
  weight: number;
  companies: readonly string[];
  agents: readonly string[];
  slots: Readonly<Record<string, unknown>>;
  steps: readonly Step[];
  /** What makes its last step wait for a person; without it, nothing waits. */
  held?: Template<Held>;
  /** Days before the end in which it is told, from and to; without them, all the time. */
  days?: readonly [from: number, to: number];
};

/** One call of an agent. */
export type Step = {
  /** The provider and its tool, such as stripe/create_refund. */
  tool: `${string}/${string}`;
  /** Milliseconds, from and to. */
  took: readonly [number, number];
  /** None unless said otherwise. */
  arguments?: Record<string, unknown>;
  /** The rationale. */
  why: Template<string>;
  slips?: Slip | readonly Slip[];
  /** The share of times in which nothing is found. */
  empty?: number;
};

/** A tool's word that a task crosses what it is for. */
export type Referral = {
  boundary_axes: readonly string[];
  observed_task_shape: string;
  suggested_split?: string;
  evidence: string;
};

/** What goes wrong at the first try. The agent corrects itself and tries again. */
export type Slip = {
  /** How often, of all times. */
  share: number;
  outcome: string;
  detail?: string;
  /** What the gateway reports; a tool that refers the task elsewhere has not failed. */
  error?: string;
  /** Where the tool refers the task to, in its own words. */
  referral?: Referral;
  /** The sent arguments do not fit the tool's schema, which says what is wrong. */
  misfit?: boolean;
  /** What it sent instead. */
  wrong?: Record<string, unknown>;
  /** What the tool itself says of one field that its schema would take. */
  told?: { path: string; message: string };
  /** How many tries fail alike before one works; one unless said otherwise. */
  tries?: number;
  /** What the next try sends otherwise than was wanted: what it forgets on the way. */
  next?: Record<string, unknown>;
  /** The agent takes the next tool instead of trying again. */
  onward?: boolean;
  /** The agent gives up: nothing follows. */
  final?: boolean;
};

/** What a held call shows to people, and what becomes of it. */
export type Held = {
  risk: RiskWord;
  /** Why it is held. Unless said otherwise: its risk, or below high what its rating says. */
  because?: "risk" | "requires_confirmation" | "unrated_tool" | "requested";
  summary: string;
  impact?: string;
  facts: readonly [what: string, toWhom: string, howMany: string | number, undo: string];
  /** What is previewed, in one of three formats. */
  text?: string;
  diff?: string;
  json?: unknown;
  precondition?: string;
  /** What the gateway reports; an error begins with its code. */
  result: unknown;
  error: `${string}: ${string}`;
  /** Why people say no to it. */
  no: readonly string[];
  /** What people ask to be changed. */
  changes: string;
  /** Everybody approves it as it is, within minutes. */
  sure?: true;
  /** What the agent sends otherwise when it asks again, once a person has asked for the changes. */
  next?: Record<string, unknown>;
  /** The arguments that a person may correct before approving. */
  edit?: Record<string, unknown>;
};

type Waits = { [K in keyof Held]: Template<Held[K]> };
type Said = Omit<Step, "tool" | "took"> & (Waits | { [K in keyof Held]?: never });
type Told = Said & Pick<Step, "took">;
type Tool = Step["tool"];

/** A story as it is written down: members named like a tool are its calls, in order, and all others are slots. */
export function story(
  name: string,
  weight: number,
  companies: Story["companies"],
  agents: Story["agents"],
  told: { [call: Tool]: Told; [slot: string]: unknown },
): Story {
  const members = Object.entries(told);
  const slots = Object.fromEntries(members.filter(([key]) => !key.includes("/")));
  const calls = members.filter((one): one is [Tool, Told] => one[0].includes("/"));
  const steps = calls.map(([tool, step]) => ({ ...step, tool }));
  const { took, arguments: sent, why, slips, empty, ...held } = calls.at(-1)?.[1] ?? ({} as Told);
  const waits = "summary" in held ? { held: held as Template<Held> } : {};
  return { name, weight, companies, agents, slots, steps, ...waits };
}

/** A story that agents began with, or ended, in the weeks that are told. */
export const inDays = (days: NonNullable<Story["days"]>, told: Story): Story => ({ ...told, days });

/** One call, and if it has to wait, what people are shown. */
export const call = (took: Step["took"], rest: Said): Told => ({ took, ...rest });

/** A slip: arguments that do not fit the tool's schema. The error may name {tool}, {path}, {message}, {name} and {issue}. */
export const unfit = (
  share: number,
  wrong: Slip["wrong"],
  error = "Invalid arguments for tool {tool}",
): Slip => ({ share, outcome: "validation_error", misfit: true, wrong, error });

/** A slip of any other kind. */
export const fails = (share: number, outcome: string, error: string, wrong?: Slip["wrong"]): Slip => {
  return { share, outcome, error, wrong };
};

/** A slip that the tool itself refuses, naming the field, although its schema takes what was sent. */
export const refuses = (share: number, wrong: Slip["wrong"], path: string, message: string): Slip => {
  return { share, outcome: "validation_error", wrong, told: { path, message }, error: message };
};

/** A slip that the tool itself notices: the task is not its own. */
export const refers = (share: number, referral: Referral): Slip => {
  return { share, outcome: "wrong_tool_boundary", referral };
};

/** A slip that the tool itself notices: what it found is of little use. */
export const weak = (share: number): Slip => ({ share, outcome: "low_utility" });

/** Provider and name of a tool such as stripe/create_refund. */
export function partsOfTool(name: string) {
  const [provider = "", tool = ""] = name.split("/");
  return { provider, tool };
}
