import type { Finding } from "@/gateway/lint/types";
import type { RiskWord } from "@/lib/core/risk";
import type { NamedRuleRating } from "./by-rule/types";

/** Tools per request, the same as rows of a batch. */
export const TOOLS_MAX = 1_000;

export const DESCRIPTION_MAX = 64 * 1024;

// The same limit as a call's arguments; a larger schema helps no one.
export const SCHEMA_BYTES_MAX = 256 * 1024;

export const ANNOTATIONS_BYTES_MAX = 16 * 1024;

export const IMPACT_MAX = 1_000;

// Should fit into an agent's context several times.
export const CHEATSHEET_BYTES_MAX = 256 * 1024;

export type RiskSource = "tenant_override" | "override" | "catalogue" | "request" | "rule" | "unrated";

export const PUT_TOOLS_RAW = ["/tools/*/inputSchema", "/tools/*/outputSchema", "/tools/*/annotations"];

/** Parts changed by a registration; the first four create a version. */
export const TOOL_CHANGES = [
  "description",
  "inputSchema",
  "outputSchema",
  "annotations",
  "risk",
  "requires_confirmation",
  "impact",
  "category",
] as const;

export type ToolChange = (typeof TOOL_CHANGES)[number];

export type RegisteredTool = {
  id: string;
  name: string;
  provider: string;
  version: number;
  risk: RiskWord;
  requiresConfirmation: boolean;
  findings: Finding[];
  changed: "created" | "updated" | "unchanged";
  changes: ToolChange[];
  proposed: Proposed | null;
  /** Whether its calls are less protected than before registration, when they waited. */
  lessGuarded: boolean;
};

// Characters, about four per token. The default is modest, because context is expensive.
export const KNOWN_BUDGET = { min: 200, max: 2_000_000, default: 24_000 };

export type ToolVersionView = {
  version: number;
  description: string;
  inputSchemaText: string;
  outputSchemaText: string | null;
  annotationsText: string | null;
  createdAt: Date;
};

/**
 * One difference between definitions. `name` is a parameter or an annotation; null for the whole
 * part.
 */
export type DefinitionChange = {
  part: "description" | "parameter" | "schema" | "output" | "annotation";
  kind: "added" | "removed" | "changed";
  name: string | null;
  aspects: ("type" | "required" | "description" | "default")[];
  before: string | null;
  after: string | null;
};

export type ToolOverride = {
  tenant: { id: string; key: string } | null;
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
  ratedBy: string | null;
  ratedAt: Date;
  /** The definition version that was rated or confirmed. */
  version: number;
};

/** A person's override; both halves null remove it. */
export type RateTool = {
  toolId: string;
  tenantId: string | null;
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
};

export const RATED_MAX = 200;

/** People's override; null if there is none. A null half uses the gateway's rating. */
export type Override = { risk: RiskWord | null; requiresConfirmation: boolean | null } | null;

export type RatingChange = {
  toolId: string;
  to: Override;
  /** For a restored override: its definition version. Default: the newest. */
  version?: number;
  /** The override the person saw. If it changed, the tool is skipped. Undefined: no check. */
  seen?: Override;
};

export type RateTools = { tenantId: string | null; changes: readonly RatingChange[]; undo?: boolean };

/** Result for one tool. `stale`: another person rated it meanwhile; `override` is theirs. */
export type RatedTool = {
  toolId: string;
  outcome: "rated" | "stale" | "gone";
  override: Override;
  by: string | null;
  /** The definition version of the replaced override; null if there was none. */
  was: number | null;
};

export type TenantOverride = {
  toolId: string;
  gateway: string;
  provider: string;
  name: string;
  global: { risk: RiskWord; requiresConfirmation: boolean };
  own: NonNullable<Override>;
  /** Null: not a person, or a deleted one. */
  by: string | null;
  at: Date;
};

export type RatableTool = {
  id: string;
  gateway: string;
  provider: string;
  name: string;
  catalogue: NonNullable<Override>;
  override: Override;
  rule: NamedRuleRating | null;
};

export const OVERRIDES_MAX = 200;

export const RATABLE_MAX = 1_000;

/** A requested rating without a decision. A null half stays unchanged. */
export type Proposal = {
  id: string;
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
  at: Date;
};

/** State of a requested rating that does not apply. */
export type Proposed = Omit<Proposal, "id" | "at"> & { state: "pending" | "dismissed" };

/**
 * Confirms a rating of version `from` for the current definition, `version`. `undo` withdraws it.
 */
export type ConfirmRating = {
  toolId: string;
  tenantId: string | null;
  from: number;
  version: number;
  undo?: boolean;
};

export type DecideProposal = { toolId: string; proposalId: string };
