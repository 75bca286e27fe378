import type { Finding, FindingCode } from "@/gateway/lint/types";

/** Why a finding is not shown. */
export type Mute = { reason: string; by: string | null; at: Date };

/** Characters of a reason: a sentence or two. */
export const REASON_MAX = 500;

/** Tools whose findings are listed together; more are counted, not read. */
export const LINTED_MAX = 2_000;

/** A tool with what the rules say of its newest definition. */
export type LintedTool = {
  id: string;
  gateway: { id: string; name: string };
  provider: string;
  name: string;
  version: number;
  /** Names its definition, whatever its version. */
  sha256: string;
  createdAt: Date;
  description: string;
  /** Exact JSON text. */
  inputSchemaText: string;
  found: readonly Finding[];
  /** By `muteKey`. */
  mutes: ReadonlyMap<string, Mute>;
};

/** What only calls show; the codes of what definitions show are in gateway/lint. */
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

/** Which finding of which version is meant. */
export type FindingKey = { toolId: string; version: number; code: FindingCode | CallCode; pointer: string };

/** Which tools' findings are asked for. */
export type LintedFilter = { toolId?: string; gateway?: string; provider?: string; tool?: string };
