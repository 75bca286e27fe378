import type { FindingCode, PatchStep, Severity } from "@/gateway/lint/types";
import type { CallCode, Mute } from "@/lib/tools/findings/types";
import type { Share } from "../attempts/types";
import type { OtherUse } from "./purposes/types";

/** Names of findings that only calls show. Rules for definitions are in gateway/lint. */
export const CALL_RULES: Record<CallCode, string> = {
  refused_values: "Values that calls guess wrong",
  wrong_type: "Sent as another type",
  empty_text: 'Sent as ""',
  invented_parameter: "Parameter that does not exist",
  left_out: "Required and left out",
  never_called: "Advertised and never called",
  other_purpose: "Described for one thing, used for another",
};

export const FINDING_VIEWS = ["open", "proven", "muted", "gone"] as const;

/** Older versions are not compared with their predecessor. */
export const VERSION_DAYS = 90;

export const EVIDENCE_DAYS = 14;

/** Newest refused calls that are read per tool and tenant. */
export const REFUSALS_MAX = 500;

type SentValue = { value: string; calls: number };

export type Proof = {
  calls: number;
  sessions: number;
  values: SentValue[];
  message: string;
};

export type VersionFigures = {
  version: number;
  from: Date;
  to: Date | null;
  /** Ended attempts without boundary ends, and those whose first call worked. */
  groups: number;
  firstTry: number;
  /** With a 90 % interval; null with too few attempts. */
  share: Share | null;
};

/** First-try success of the previous and the newest version. */
export type VersionEffect = { before: VersionFigures; after: VersionFigures };

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
  other: OtherUse | null;
  /** Calls that prove it × their sessions, in the last 14 days. */
  cost: number;
  mute: Mute | null;
  /** Null unless the previous version also had this finding. */
  effect: VersionEffect | null;
  gone: boolean;
};

/** The findings of one rule. */
export type FindingGroup = Pick<ProvenFinding, "code" | "severity" | "cost"> & {
  tools: number;
  findings: number;
  worst: readonly ProvenFinding[];
};

/** One mistake of a refused call. `value` is exact JSON; null if nothing was sent. */
export type Violation = {
  field: string;
  kind: "value" | "type" | "missing" | "unknown";
  value: string | null;
  message: string;
};

export type Refusal = { session: string | null; occurredAt: Date; violations: readonly Violation[] };

export type Told = SentValue & { repeatable: boolean };

/** One kind of mistake at one field, in refused calls of one tool and tenant. */
export type Mistake = {
  field: string;
  kind: Violation["kind"] | "empty";
  /** Bit sets of call and session numbers among the calls that were read, in hexadecimal. */
  calls: string;
  sessions: string;
  newestAt: Date;
  /**
   * Sent values, most frequent first, and the tool's message in the newest call. Empty if only
   * counts were read.
   */
  sent: readonly Told[];
  message: string;
};

export type TenantMistake = Mistake & { tenantId: string };
