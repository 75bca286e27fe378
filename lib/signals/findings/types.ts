import type { FindingCode, PatchStep, Severity } from "@/gateway/lint/types";
import type { CallCode, Mute } from "@/lib/tools/findings/types";
import type { Share } from "../attempts/types";
import type { OtherUse } from "./purposes/types";

/** What only calls show, and what each of it is called; the rules of definitions are in gateway/lint. */
export const CALL_RULES: Record<CallCode, string> = {
  refused_values: "Values that calls guess wrong",
  wrong_type: "Sent as another type",
  empty_text: 'Sent as ""',
  invented_parameter: "Parameter that does not exist",
  left_out: "Required and left out",
  never_called: "Advertised and never called",
  other_purpose: "Described for one thing, used for another",
};

/** All that nobody muted, what of it calls prove, what is muted, and what the tools' newest versions took away. */
export const FINDING_VIEWS = ["open", "proven", "muted", "gone"] as const;

/** Versions that are older than so many days are not compared with those before them. */
export const VERSION_DAYS = 90;

/** How far back calls are looked at. */
export const EVIDENCE_DAYS = 14;

/** Newest refused calls of each tool and tenant that are looked at. */
export const REFUSALS_MAX = 500;

/** A value as calls sent it: JSON, its head, or what stands in a secret's place. */
type SentValue = { value: string; calls: number };

/** The refused calls that prove a finding. */
export type Proof = {
  calls: number;
  /** Calls without a session count as one. */
  sessions: number;
  /** The values that were sent, most frequent first. */
  values: SentValue[];
  /** The tool's own words in the newest of them. */
  message: string;
};

/** How attempts went while a version was in force. */
export type VersionFigures = {
  version: number;
  from: Date;
  /** Null while it is in force. */
  to: Date | null;
  /** Attempts that ended and were not turned away, and those whose first call worked. */
  groups: number;
  firstTry: number;
  /** With its interval of 90 %; null where there are too few to tell. */
  share: Share | null;
};

/** First-try success of the version before and of the newest one. */
export type VersionEffect = { before: VersionFigures; after: VersionFigures };

/** One finding of a tool with what it costs. */
export type ProvenFinding = {
  tool: { id: string; gateway: string; provider: string; name: string; version: number };
  code: FindingCode | CallCode;
  severity: Severity;
  pointer: string;
  message: string;
  fields: readonly string[];
  proposal: string | null;
  patch: readonly PatchStep[] | null;
  proof: Proof | null;
  /** The calls that were made for something else; only of the finding that says so. */
  other: OtherUse | null;
  /** Calls that prove it times their sessions, in the last 14 days. */
  cost: number;
  mute: Mute | null;
  /** Null unless the version before the newest one had this finding as well. */
  effect: VersionEffect | null;
  /** The newest version does not have it any more. */
  gone: boolean;
};

/** One thing that a refused call got wrong. `value` is exact JSON; null when nothing was sent there. */
export type Violation = {
  field: string;
  kind: "value" | "type" | "missing" | "unknown";
  value: string | null;
  message: string;
};

/** A refused call of a tool. */
export type Refusal = { session: string | null; occurredAt: Date; violations: readonly Violation[] };

/** A value that was sent, and whether a proposal may repeat it. */
export type Told = SentValue & { repeatable: boolean };

/** What a tenant's refused calls of one tool got wrong in one way at one field. */
export type Mistake = {
  field: string;
  kind: Violation["kind"] | "empty";
  /** Numbers of the calls and of their sessions among those of the tool that were looked at: sets, in hexadecimal digits. */
  calls: string;
  sessions: string;
  newestAt: Date;
  /** The values that were sent, most frequent first, and the tool's own words in the newest call. Empty where only counts were read. */
  sent: readonly Told[];
  message: string;
};

/** The same with whose calls they are. */
export type TenantMistake = Mistake & { tenantId: string };
