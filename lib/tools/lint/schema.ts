export const FINDING_CODES = [
  "missing_description",
  "undescribed_parameter",
  "missing_type",
  "required_unknown",
  "name_annotation_mismatch",
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** `warning`: agents will get calls wrong. `info`: they may. */
export type Severity = "warning" | "info";

/** One weakness of a tool's definition. `pointer` points into the definition: `/description`, `/inputSchema/properties/to` … */
export type Finding = { code: FindingCode; severity: Severity; pointer: string; message: string };
