// What the lint says. Safe in a browser.

/** The codes of findings, in the order in which they are shown. */
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

/** Characters of a finding's place; what is written deeper, or under longer names, has no finding. An index of the database holds them. */
export const POINTER_MAX = 800;

/** How bad it is. `warning`: agents will get calls wrong. `info`: they may. */
export type Severity = "warning" | "info";

/** One step of a JSON Patch (RFC 6902) that is applied to the definition. */
export type PatchStep =
  | { op: "add" | "replace" | "test"; path: string; value: unknown }
  | { op: "remove"; path: string };

/** One weakness of a tool's definition. */
export type Finding = {
  code: FindingCode;
  severity: Severity;
  /** A JSON pointer into the definition: `/description`, `/inputSchema/properties/to` … */
  pointer: string;
  message: string;
  /** The arguments it is about, as calls name them: `priority`, `tests[].prompt`. Empty when it is about the whole tool. */
  fields: readonly string[];
  /** A text or a value to put there; null when only the author can know it. */
  proposal: string | null;
  /** The same, ready to apply; null when the author has to fill in something first. */
  patch: readonly PatchStep[] | null;
};
