import type { Finding, FindingCode } from "@/gateway/lint/types";

export type Mute = { reason: string; by: string | null; at: Date };

export const REASON_MAX = 500;

/** Limit of tools in a list of findings. */
export const LINTED_MAX = 2_000;

export type LintedTool = {
  id: string;
  gateway: { id: string; name: string };
  provider: string;
  name: string;
  version: number;
  sha256: string;
  createdAt: Date;
  description: string;
  inputSchemaText: string;
  found: readonly Finding[];
  mutes: ReadonlyMap<string, Mute>;
};

/** Findings that only calls show. Codes of definitions are in gateway/lint. */
export const CALL_CODES = [
  "refused_values",
  "wrong_type",
  "empty_text",
  "invented_parameter",
  "left_out",
  "never_called",
  "other_purpose",
] as const;

export type CallCode = (typeof CALL_CODES)[number];

export type FindingKey = { toolId: string; version: number; code: FindingCode | CallCode; pointer: string };

export type LintedFilter = { toolId?: string; gateway?: string; provider?: string; tool?: string };
