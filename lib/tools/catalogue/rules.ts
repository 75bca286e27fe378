import type { Finding } from "@/gateway/lint/types";
import type { FindingCounts } from "./types";

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const warnings = findings.filter(({ severity }) => severity === "warning").length;
  return { warnings, remarks: findings.length - warnings };
}
