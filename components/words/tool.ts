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
  tabs: "Parts of the tool",
  overview: "Rating and use",
  definition: "Definition",
  versions: "Versions",
  loading: "Reading the tool",
  copyLink: "Copy the link to this tool",
  facts: "The tool in short",
  ourRating: "Our rating",
  waits: "Waits for a person",
  claim: "The server says",
  claimBy: "claimed by the server, not verified",
  ourRatingHolds: "Our rating decides.",
  calls: "Calls, 14 days",
  pace: "Usual decision time",
  yes: "Yes",
  no: "No",
  never: "None yet",
  noDecisions: "No decision by a person yet",
  decisions: (n: number) => `median of the last ${n.toLocaleString("en")}`,
  failed: ({ failed, ran, held }: { failed: number; ran: number; held: number }) => {
    if (ran + held === 0) return "no call yet";
    const part = failed === 0 ? "none" : percent(failed, ran);
    const share = ran === 0 ? "none ran" : `${part} of the ${ran.toLocaleString("en")} that ran failed`;
    return held === 0 ? share : `${share}; ${held.toLocaleString("en")} held back`;
  },
  waiting: (n: number) => (n === 0 ? "Nothing waits." : `${counted(n, "call")} waiting.`),
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
  title: "Rating",
  description:
    "A tenant’s own rating comes before people’s rating for all tenants, and that before the gateway’s. A call may claim more risk only while no person has rated the tool.",
  activity: "Who changed it",
  table: "Ratings of this tool",
  for: "For",
  rating: "Rating",
  person: "Waits for a person",
  by: "Rated by",
  holds: "What holds",
  gateway: "The gateway",
  allTenants: "All tenants",
  open: "left to the gateway",
  openTenant: "as for all tenants",
  unrated: "nobody rated it: medium, and a person decides",
  somebody: "the command line",
  change: "Change",
  changeFor: (who: string) => `Change the rating for ${who}`,
  add: "Rate",
  addFor: (who: string) => `Rate for ${who}`,
  edit: (who: string) => `Rating for ${who}`,
  editGlobal: "Rating for all tenants",
  risk: "Risk",
  personLabel: "Waits for a person when medium",
  personHint: "High and critical always wait, low never does; only medium asks.",
  yes: "Yes",
  no: "No",
  save: "Save the rating",
  saving: "Recording…",
  cancel: "Cancel",
  saved: (who: string, now: EffectiveRisk) => `Rating for ${who} recorded. ${future(now)}`,
  cleared: (who: string, now: EffectiveRisk) => `Rating for ${who} removed. ${future(now)}`,
  noLonger: "Until now they waited for a person.",
  undone: "Rating put back as before.",
  stale: (by: string | null) =>
    `${by ?? "Another person"} rated this tool while you were changing it. Your rating was not recorded; the table shows what holds now.`,
  gone: "The tool no longer exists. Nothing was recorded.",
  noTenant: "Its gateway serves no tenant you may see.",
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

export const ABOUT = {
  title: "Impact and category",
  description:
    "In your own words. They stay when the gateway lists the tool again; while one is empty, the gateway’s words are shown.",
  impact: "Impact",
  impactHint: "What a call does to the world, for people who decide",
  category: "Category",
  categoryHint: "Groups tools in the catalogue",
  theirs: (text: string) => `The gateway says: ${text}`,
  theirsNone: "The gateway says nothing.",
  save: "Save",
  saving: "Saving…",
  saved: "Saved",
  none: "Nothing said",
  ours: "said by people",
  gateway: "said by the gateway",
} as const;

export const USE = {
  title: "Calls of the last 14 days",
  days: "Days are in UTC.",
  namesakes: (n: number) =>
    `Calls are counted by the tool’s name: those of ${counted(n, "other tool")} with the same name are included. Days are in UTC.`,
  none: "No agent called it in the last 14 days.",
  chart: "Calls per day, by what their outcome points to",
  table: "Outcomes",
  outcome: "Outcome",
  against: "Points to",
  calls: "Calls",
  share: "Share",
  all: "All its calls",
  openCalls: (n: number, outcome: string) => `${counted(n, "call")} with ${outcome}`,
} as const;

export const CLASS_WORDS: Record<OutcomeClass, string> = {
  ok: "Ok",
  caller: "Definition",
  tool: "Reliability",
  boundary: "Boundary",
  governance: "Held back",
  extrinsic: "Outside causes",
};

export const DECISIONS = {
  title: "People’s decisions",
  none: "No call of this tool was ever held.",
  all: "All its approvals",
  by: "by",
  feedback: "Reports of agents",
  feedbackNone: "No agent reported a problem in the last 90 days.",
  feedbackSome: (reports: number, issues: number) =>
    `${counted(reports, "report")} in the last 90 days, ${counted(issues, "issue")} open.`,
  feedbackAll: "See the reports",
  cheatsheet: "Cheatsheet",
  cheatsheetHint: "What agents should read before they use these tools.",
  cheatsheetOf: (provider: string) => `Cheatsheet of ${provider}`,
} as const;

export const DECISION_WORDS: Record<string, string> = {
  pending: "Waiting",
  approved: "Approved",
  rejected: "Rejected",
  changes_requested: "Changes requested",
  expired: "Expired undecided",
  cancelled: "Cancelled",
  revoked: "Approval revoked",
};

export const DEFINITION = {
  description: "Description",
  noDescription: "The server gives no description.",
  input: "What it takes",
  noParameters: "It takes no parameters.",
  parameters: "Parameters",
  name: "Name",
  type: "Type",
  required: "Required",
  meaning: "Description",
  default: "Default",
  requiredYes: "required",
  requiredNo: "optional",
  none: "–",
  rawInput: "Input schema as sent",
  rawOutput: "Output schema as sent",
  output: "What it returns",
  noOutput: "The server publishes no output schema.",
  hints: "What the server claims",
  noHints: "The server publishes no annotations: it claims nothing.",
  findings: "Findings",
  findingsHint:
    "What in the definition makes agents fail, and the refused calls of the last 14 days that show it.",
  noFindings: "Nothing found: types, required parameters and descriptions are all there.",
  fix: "Fix these where the tool is defined; the gateway sends the new definition automatically.",
  evidence: (n: number) => `${counted(n, "refused call")} sent this wrong`,
  said: "The tool said:",
  warning: "Warning",
  remark: "Remark",
  copySchema: "Copy the schema",
} as const;

export const FINDING_WORDS: Record<FindingCode, string> = {
  missing_description: "No description",
  undescribed_parameter: "Parameter without a description",
  missing_type: "Parameter without a type",
  required_unknown: "Requires a parameter it does not have",
  name_annotation_mismatch: "Name and claim disagree",
};

export const VERSIONS = {
  list: "Versions of the definition",
  newest: "in use",
  compare: "Compare two versions",
  from: "From",
  to: "To",
  summary: "What changed",
  same: "These two definitions are the same.",
  first: "There is only one version: nothing to compare yet. A changed definition makes the next one.",
  lines: "Both definitions, line by line",
  version: (n: number) => `Version ${n.toLocaleString("en")}`,
  openChange: (n: number) => `What version ${n.toLocaleString("en")} changed`,
  tooMany: (n: number) => `The newest ${n.toLocaleString("en")} are shown.`,
} as const;

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
