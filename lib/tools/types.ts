import type { Finding } from "@/gateway/lint/types";
import type { RiskWord } from "@/lib/core/risk";
import type { NamedRuleRating } from "./by-rule/types";

/** Tools of one request, as many as a batch has rows. */
export const TOOLS_MAX = 1_000;

export const DESCRIPTION_MAX = 64 * 1024;

// As much as a call's arguments may have: a schema that is larger than its calls helps nobody.
export const SCHEMA_BYTES_MAX = 256 * 1024;

export const ANNOTATIONS_BYTES_MAX = 16 * 1024;

export const IMPACT_MAX = 1_000;

// What an agent reads before its first call should fit into its context several times over.
export const CHEATSHEET_BYTES_MAX = 256 * 1024;

/** Where an effective risk comes from. */
export type RiskSource = "tenant_override" | "override" | "catalogue" | "request" | "rule" | "unrated";

/** Members that stay exact text, for the body reader. */
export const PUT_TOOLS_RAW = ["/tools/*/inputSchema", "/tools/*/outputSchema", "/tools/*/annotations"];

/** What of a tool a registration changed; the first four make a new version. */
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

/** What registration did with one tool. */
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
  /** What its gateway asks for and does not hold. */
  proposed: Proposed | null;
  /** Whether its calls are guarded less than before it was known: what nobody rated waits. */
  lessGuarded: boolean;
};

// Characters, not tokens: about four of them make one. A model's context is dear, so the default is modest.
export const KNOWN_BUDGET = { min: 200, max: 2_000_000, default: 24_000 };

export type ToolVersionView = {
  version: number;
  description: string;
  inputSchemaText: string;
  outputSchemaText: string | null;
  annotationsText: string | null;
  createdAt: Date;
};

/** One difference between two definitions. `name` is a parameter or an annotation; null for the part as a whole. */
export type DefinitionChange = {
  part: "description" | "parameter" | "schema" | "output" | "annotation";
  kind: "added" | "removed" | "changed";
  name: string | null;
  /** What of a parameter: its type, whether it is required, its description or its default. */
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
  /** The version of the definition that was rated, or looked at since. */
  version: number;
};

/** A person's override. Both halves null take it away. */
export type RateTool = {
  toolId: string;
  tenantId: string | null;
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
};

/** Tools of one act of rating: more than a page of the catalogue shows. */
export const RATED_MAX = 200;

/** People's override of a tool's rating; null when there is none. A half that is null is left to the gateway's rating. */
export type Override = { risk: RiskWord | null; requiresConfirmation: boolean | null } | null;

/** One tool of an act of rating. */
export type RatingChange = {
  toolId: string;
  /** The override from now on; null takes it away. */
  to: Override;
  /** Where an override is put back: the definition it was given for. Otherwise the newest one. */
  version?: number;
  /** The override the person was looking at. Something else there by now: the tool is left alone. Without it, no check. */
  seen?: Override;
};

export type RateTools = { tenantId: string | null; changes: readonly RatingChange[]; undo?: boolean };

/** What became of one tool. `stale`: somebody else rated it meanwhile; their override stands in `override`. */
export type RatedTool = {
  toolId: string;
  outcome: "rated" | "stale" | "gone";
  /** The override that holds now. */
  override: Override;
  by: string | null;
  /** The definition for which the override that was replaced was given; null when there was none. */
  was: number | null;
};

/** A tool that one tenant rates otherwise than all. */
export type TenantOverride = {
  toolId: string;
  gateway: string;
  provider: string;
  name: string;
  /** What holds where no tenant has an override of its own. */
  global: { risk: RiskWord; requiresConfirmation: boolean };
  own: NonNullable<Override>;
  /** Null: not a person, or one who is gone. */
  by: string | null;
  at: Date;
};

/** A tool that a tenant may rate, with what holds while it does not. */
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

/** A rating that a gateway asks for and an administrator has not decided on. A null half stays as it is. */
export type Proposal = {
  id: string;
  risk: RiskWord | null;
  requiresConfirmation: boolean | null;
  at: Date;
};

/** What became of the rating that a registration asks for and that does not hold. */
export type Proposed = Omit<Proposal, "id" | "at"> & { state: "pending" | "dismissed" };

/**
 * A person's word that a rating is still right for the definition that is in use, `version`; `from` is the one it was given for.
 * `undo` takes such a word back.
 */
export type ConfirmRating = {
  toolId: string;
  tenantId: string | null;
  from: number;
  version: number;
  undo?: boolean;
};

/** What somebody who decides was looking at. */
export type DecideProposal = { toolId: string; proposalId: string };
