import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { AuditRow } from "../client/types";

// A tool may state that the task is outside its purpose, or that its result is unhelpful. Both are
// results, not failures: the agent receives them, and Countersign records their own outcomes.

type Sent = NonNullable<AuditRow["referral"]>;
type Referral = Sent & Required<Pick<Sent, "boundaryAxes" | "evidence">>;

/** A tool's statement on its own result. */
type SelfReport = {
  outcome: "wrong_tool_boundary" | "low_utility";
  referral?: Referral;
};

/** Its key in a result's `_meta`, which alone marks it. */
const REFERRAL_META = "countersign/referral";

const AXES_MAX = 20;
const AXIS_CHARS_MAX = 200;
const TEXT_CHARS_MAX = 2_000;

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A tool's text on one line, without control characters. Empty for other types. */
function line(value: unknown, longest: number): string {
  if (typeof value !== "string") return "";
  const plain = value
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).toWellFormed()}…`;
}

/**
 * The tool's statement on this result, or null. Without axes or evidence it is not a referral and
 * the result stays. On an error only a referral counts: a failure is not just unhelpful.
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

/**
 * Business data may have its own `outcome`, so one counts only within `referral` or next to
 * `boundary_axes`.
 */
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
  // The result's text is evidence as well.
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
 * The result with the statement in plain words, and in `_meta` for programs. It is not an error.
 * Only tools with an output schema keep `isError`, because clients refuse a result without the
 * declared members.
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
