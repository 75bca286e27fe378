import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { AuditRow } from "../client/types";

// A tool may say of its own result that the task crosses what it is for, or that the result is of little use. Both are answers,
// not failures: the agent gets them as such, and Countersign is told of them by their own outcome.

type Sent = NonNullable<AuditRow["referral"]>;
type Referral = Sent & Required<Pick<Sent, "boundaryAxes" | "evidence">>;

/** What a tool says of its own result. */
type SelfReport = {
  outcome: "wrong_tool_boundary" | "low_utility";
  referral?: Referral;
};

/** Where it stands in a result's `_meta`. The key itself says that it is meant. */
const REFERRAL_META = "countersign/referral";

const AXES_MAX = 20;
const AXIS_CHARS_MAX = 200;
const TEXT_CHARS_MAX = 2_000;

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Text of a tool on one line, without control characters. Empty for what is no text. */
function line(value: unknown, longest: number): string {
  if (typeof value !== "string") return "";
  const plain = value
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).toWellFormed()}…`;
}

/**
 * What the tool says of this result, or null. Without axes or any evidence it refers nowhere, and is taken as it is. Beside an
 * error only a referral counts: what failed is not merely of little use.
 */
export function selfReportOf(result: CallToolResult): SelfReport | null {
  const said = [inMeta(result), ...inStructured(result)].find(
    ({ outcome }) => outcome === "wrong_tool_boundary" || outcome === "low_utility",
  );
  if (!said) return null;
  const referral = referralIn(said, wordsOf(result));
  if (said.outcome === "wrong_tool_boundary")
    return referral && referral.boundaryAxes.length > 0 ? { outcome: "wrong_tool_boundary", referral } : null;
  if (result.isError) return null;
  return referral ? { outcome: "low_utility", referral } : { outcome: "low_utility" };
}

function inMeta({ _meta: meta }: CallToolResult): Members {
  const members = meta?.[REFERRAL_META];
  if (!isObject(members)) return {};
  return isObject(members.referral) ? { outcome: members.outcome, ...members.referral } : members;
}

/** Business data may have an `outcome` of its own, so one counts only within `referral` or beside `boundary_axes`. */
function inStructured({ structuredContent: members }: CallToolResult): Members[] {
  if (!isObject(members)) return [];
  return [
    ...(isObject(members.referral) ? [members.referral] : []),
    ...(Array.isArray(members.boundary_axes) ? [members] : []),
  ];
}

function wordsOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join(" ");
}

function referralIn(members: Members, words: string): SelfReport["referral"] {
  const given = Array.isArray(members.boundary_axes) ? members.boundary_axes : [];
  const axes = given.map((axis) => line(axis, AXIS_CHARS_MAX)).filter((axis) => axis !== "");
  // What the result says in words is evidence as well.
  const evidence = line(members.evidence, TEXT_CHARS_MAX) || line(words, TEXT_CHARS_MAX);
  const observedTaskShape = line(members.observed_task_shape, TEXT_CHARS_MAX);
  const suggestedSplit = line(members.suggested_split, TEXT_CHARS_MAX);
  if (!evidence) return undefined;
  return {
    boundaryAxes: [...new Set(axes)].slice(0, AXES_MAX),
    evidence,
    ...(observedTaskShape ? { observedTaskShape } : {}),
    ...(suggestedSplit ? { suggestedSplit } : {}),
  };
}

/**
 * The result with what the tool says of it in plain words, and in `_meta` for programs. It is no error: only a tool that declares
 * an output schema keeps that mark where it set it, because clients refuse another result without the declared members.
 */
export function referred(
  { isError, ...result }: CallToolResult,
  { outcome, referral }: SelfReport,
  hasOutputSchema: boolean,
): CallToolResult {
  const meta = {
    outcome,
    ...(referral && {
      boundary_axes: referral.boundaryAxes,
      evidence: referral.evidence,
      ...(referral.observedTaskShape ? { observed_task_shape: referral.observedTaskShape } : {}),
      ...(referral.suggestedSplit ? { suggested_split: referral.suggestedSplit } : {}),
    }),
  };
  return {
    ...result,
    content: [{ type: "text", text: noteOf({ outcome, referral }) }, ...result.content],
    _meta: { ...result._meta, [REFERRAL_META]: meta },
    ...(isError && hasOutputSchema ? { isError } : {}),
  };
}

function noteOf({ outcome, referral }: SelfReport): string {
  const said = (what: string, text: string | undefined) => (text ? ` ${what}: “${text}”.` : "");
  if (outcome === "low_utility")
    return "The tool ran, but reports that its result may be of little use for the task. Check the result against the purpose before you pass it on.";
  return [
    `This is a referral, not a failure: the tool says that the task crosses what it is for (${referral?.boundaryAxes.join(", ")}).`,
    said("The task as the tool sees it", referral?.observedTaskShape),
    said("Suggested split", referral?.suggestedSplit),
    said("Evidence", referral?.evidence),
    " Use what the result holds, take the rest to a tool that is for it, and do not repeat this call as it is.",
  ].join("");
}
