import type { OutcomeClass } from "@/lib/calls/types";
import type { RiskWord } from "@/lib/core/risk";
import type { Hints } from "@/lib/tools/hints";
import type { EffectiveRisk } from "@/lib/tools/rating";
import type { FindingCode } from "@/lib/tools/types";
import type { DefinitionChange } from "@/lib/tools/versions";
import { counted } from "./counted";
import { RISK_NAMES } from "./tools";

/** What the page of one tool says in our own voice. */
export const TOOL = {
  claimBy: "claimed by the server, not verified",
  failed: ({ failed, ran, held }: { failed: number; ran: number; held: number }) => {
    if (ran + held === 0) return "no call yet";
    const part = failed === 0 ? "none" : percent(failed, ran);
    const share = ran === 0 ? "none ran" : `${part} of the ${ran.toLocaleString("en")} that ran failed`;
    return held === 0 ? share : `${share}; ${held.toLocaleString("en")} held back`;
  },
} as const;

/** "12 %", and never "0 %" of something. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "0 %";
  const share = (part / whole) * 100;
  return share > 0 && share < 1 ? "< 1 %" : `${Math.round(share)} %`;
}

/** The claims as the server writes them; what it leaves out is said to be absent. */
export function hintTexts({ readOnly, destructive }: Hints): string {
  return `readOnlyHint: ${readOnly ?? "absent"}, destructiveHint: ${destructive ?? "absent"}`;
}

/** Why a call of the tool waits, or not. */
export function waitsWhy({ risk, requiresConfirmation }: EffectiveRisk): string {
  if (risk === "low") return "low never waits";
  if (risk !== "medium") return `${risk} always waits`;
  return requiresConfirmation ? "the tool asks for it" : "the tool does not ask for it";
}

/** A time people take, in the largest unit that says something. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

export const RATINGS = {
  saved: (who: string, now: EffectiveRisk) => `Rating for ${who} recorded. ${future(now)}`,
  cleared: (who: string, now: EffectiveRisk) => `Rating for ${who} removed. ${future(now)}`,
  stale: (by: string | null) =>
    `${by ?? "Another person"} rated this tool while you were changing it. Your rating was not recorded; the table shows what holds now.`,
} as const;

function future({ requiresConfirmation }: EffectiveRisk): string {
  return requiresConfirmation ? "New calls wait for a person." : "New calls run without a person.";
}

/** What a rating means from now on, and what it does not touch. */
export function meaning(who: string, now: EffectiveRisk, waiting: number): string {
  const future = `New calls for ${who} are ${RISK_NAMES[now.risk].toLowerCase()} risk and ${now.requiresConfirmation ? "wait for a person" : "run without a person"}.`;
  return waiting === 0
    ? `${future} No call is waiting.`
    : `${future} ${counted(waiting, "call")} waiting ${waiting === 1 ? "keeps its" : "keep their"} rating.`;
}

export const CLASS_WORDS: Record<OutcomeClass, string> = {
  ok: "Ok",
  caller: "Definition",
  tool: "Reliability",
  boundary: "Boundary",
  governance: "Held back",
  extrinsic: "Outside causes",
};

export const DECISION_WORDS: Record<string, string> = {
  pending: "Waiting",
  approved: "Approved",
  rejected: "Rejected",
  changes_requested: "Changes requested",
  expired: "Expired undecided",
  cancelled: "Cancelled",
  revoked: "Approval revoked",
};

export const FINDING_WORDS: Record<FindingCode, string> = {
  missing_description: "No description",
  undescribed_parameter: "Parameter without a description",
  missing_type: "Parameter without a type",
  required_unknown: "Requires a parameter it does not have",
  name_annotation_mismatch: "Name and claim disagree",
};

const PARTS: Record<DefinitionChange["part"], string> = {
  description: "Description",
  parameter: "Parameter",
  schema: "Input schema",
  output: "Output schema",
  annotation: "Claim",
};

const KINDS: Record<DefinitionChange["kind"], string> = {
  added: "added",
  removed: "removed",
  changed: "changed",
};

/** "Parameter added", "Description changed". */
export function changeTitle({ part, kind }: DefinitionChange): string {
  return `${PARTS[part]} ${KINDS[kind]}`;
}

const ASPECTS: Record<DefinitionChange["aspects"][number], string> = {
  type: "type",
  required: "whether it is required",
  description: "description",
  default: "default",
};

/** "type, whether it is required". */
export function aspectWords(aspects: DefinitionChange["aspects"]): string {
  return aspects.map((aspect) => ASPECTS[aspect]).join(", ");
}

/** How a risk is chosen in a form. */
export function riskOption(risk: RiskWord): string {
  return RISK_NAMES[risk];
}
