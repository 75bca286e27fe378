// The lint's result types. Safe in a browser.

/** The codes of findings, in display order. */
export const FINDING_CODES = [
  "missing_description",
  "tautological_description",
  "overlong_description",
  "no_workflow_context",
  "no_cheatsheet",
  "server_managed",
  "unresolved_reference",
  "invalid_pattern",
  "missing_type",
  "undescribed_parameter",
  "missing_enum",
  "ordinal_unexplained",
  "date_format_unsaid",
  "empty_list_or_null",
  "empty_list_allowed",
  "unknown_items",
  "required_in_prose",
  "required_unknown",
  "no_example",
  "name_annotation_mismatch",
  "behaviour_annotation_mismatch",
  "missing_hints",
  "risk_behaviour_mismatch",
  "duplicate_name",
  "near_identical",
  "inconsistent_names",
  "token_cost",
  "no_rationale",
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];

/**
 * Maximum characters of a finding's pointer, because a database index holds them. Deeper places
 * have no findings.
 */
export const POINTER_MAX = 800;

/** `warning`: agents will call it wrong. `info`: they may. */
export type Severity = "warning" | "info";

export type PatchStep =
  | { op: "add" | "replace" | "test"; path: string; value: unknown }
  | { op: "remove"; path: string };

export type Finding = {
  code: FindingCode;
  severity: Severity;
  /** A JSON pointer into the definition: `/description`, `/inputSchema/properties/to` … */
  pointer: string;
  message: string;
  /**
   * The affected arguments, as calls name them: `priority`, `tests[].prompt`. Empty for the whole
   * tool.
   */
  fields: readonly string[];
  /** A text or value to insert; null if only the author can know it. */
  proposal: string | null;
  /** The proposal as a patch; null if the author has to add something first. */
  patch: readonly PatchStep[] | null;
};
