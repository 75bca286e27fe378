import type { RiskWord } from "@/lib/core/risk";

export const FOUND_KINDS = ["approval", "tool", "issue", "gateway", "person"] as const;

export type FoundKind = (typeof FOUND_KINDS)[number];

/** One thing that was found. `title` and `detail` may be an agent's or a gateway's words. */
export type Found = {
  kind: FoundKind;
  id: string;
  title: string;
  detail: string;
  /** Of an approval. */
  risk: RiskWord | null;
  /** An approval that still waits. */
  pending: boolean;
};

/** At most this many of each kind. */
export const FOUND_MAX = 5;
