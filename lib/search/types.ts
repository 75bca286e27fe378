import type { RiskWord } from "@/lib/core/risk";

export const FOUND_KINDS = ["approval", "tool", "issue", "gateway", "person"] as const;

export type FoundKind = (typeof FOUND_KINDS)[number];

export type Found = {
  kind: FoundKind;
  id: string;
  title: string;
  detail: string;
  risk: RiskWord | null;
  pending: boolean;
};

export const FOUND_MAX = 5;
