import type { Finding } from "@/gateway/lint/types";
import type { FindingCounts } from "./types";

/** How many of the findings are warnings, and how many remarks. */
export function countFindings(findings: readonly Finding[]): FindingCounts {
  const warnings = findings.filter(({ severity }) => severity === "warning").length;
  return { warnings, remarks: findings.length - warnings };
}
