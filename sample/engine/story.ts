import type { RiskWord } from "@/lib/core/risk";
import type { Template } from "./template";

/** An activity of agents as data. Its steps share the slots drawn per session. */
export type Story = {
  name: string;
  /** Frequency relative to other stories of a company. */
  weight: number;
  companies: readonly string[];
  agents: readonly string[];
  slots: Readonly<Record<string, unknown>>;
  steps: readonly Step[];
  /** Makes its last step wait for a person; without it, nothing waits. */
  held?: Template<Held>;
  /** Days before the end, from and to; default: the whole period. */
  days?: readonly [from: number, to: number];
};

export type Step = {
  /** Provider and tool, such as stripe/create_refund. */
  tool: `${string}/${string}`;
  took: readonly [number, number];
  /** Default: none. */
  arguments?: Record<string, unknown>;
  why: Template<string>;
  slips?: Slip | readonly Slip[];
  empty?: number;
};

/** A tool's signal that a task crosses its boundary. */
export type Referral = {
  boundary_axes: readonly string[];
  observed_task_shape: string;
  suggested_split?: string;
  evidence: string;
};

/** An error of the first attempt, which the agent corrects. */
export type Slip = {
  share: number;
  outcome: string;
  detail?: string;
  /** The reported error. A referral is no failure. */
  error?: string;
  /** The referral in the tool's words. */
  referral?: Referral;
  /** The arguments violate the tool's schema, which gives the error. */
  misfit?: boolean;
  wrong?: Record<string, unknown>;
  /** The tool's error for a field that its schema accepts. */
  told?: { path: string; message: string };
  /** Failed attempts before one works; default 1. */
  tries?: number;
  /** Wrong arguments of the next attempt: what the agent forgets. */
  next?: Record<string, unknown>;
  /** The agent switches to the next tool instead of retrying. */
  onward?: boolean;
  final?: boolean;
};

/** What a held call shows to people, and its outcome. */
export type Held = {
  risk: RiskWord;
  /** Why it is held. Default: its risk, or below high its rating. */
  because?: "risk" | "requires_confirmation" | "unrated_tool" | "requested";
  summary: string;
  impact?: string;
  facts: readonly [what: string, toWhom: string, howMany: string | number, undo: string];
  /** The preview, in one of three formats. */
  text?: string;
  diff?: string;
  json?: unknown;
  precondition?: string;
  result: unknown;
  error: `${string}: ${string}`;
  /** Reasons for rejections. */
  no: readonly string[];
  changes: string;
  /** Everyone approves it unchanged within minutes. */
  sure?: true;
  /** Changed arguments of the second attempt, after a request for changes. */
  next?: Record<string, unknown>;
  /** Arguments that a person may correct before approving. */
  edit?: Record<string, unknown>;
};

type Waits = { [K in keyof Held]: Template<Held[K]> };
type Said = Omit<Step, "tool" | "took"> & (Waits | { [K in keyof Held]?: never });
type Told = Said & Pick<Step, "took">;
type Tool = Step["tool"];

/** Defines a story: members named like a tool are its calls in order, others are slots. */
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

/** A story that starts or ends within the period. */
export const inDays = (days: NonNullable<Story["days"]>, told: Story): Story => ({ ...told, days });

/** A call, and what people see if it waits. */
export const call = (took: Step["took"], rest: Said): Told => ({ took, ...rest });

/**
 * A slip against the tool's schema. The error can contain {tool}, {path}, {message}, {name} and
 * {issue}.
 */
export const unfit = (
  share: number,
  wrong: Slip["wrong"],
  error = "Invalid arguments for tool {tool}",
): Slip => ({ share, outcome: "validation_error", misfit: true, wrong, error });

export const fails = (share: number, outcome: string, error: string, wrong?: Slip["wrong"]): Slip => {
  return { share, outcome, error, wrong };
};

/** A slip that the tool refuses, naming the field, although its schema accepts it. */
export const refuses = (share: number, wrong: Slip["wrong"], path: string, message: string): Slip => {
  return { share, outcome: "validation_error", wrong, told: { path, message }, error: message };
};

/** A slip that the tool detects as outside its boundary. */
export const refers = (share: number, referral: Referral): Slip => {
  return { share, outcome: "wrong_tool_boundary", referral };
};

export const weak = (share: number): Slip => ({ share, outcome: "low_utility" });

/** Provider and name of a tool such as stripe/create_refund. */
export function partsOfTool(name: string) {
  const [provider = "", tool = ""] = name.split("/");
  return { provider, tool };
}
