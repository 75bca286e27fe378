import type { Review } from "@/lib/intents/acts/types";

/** An intent as its actions need it. */
export type ActedOn = {
  tenantId: string;
  id: string;
  revision: number;
  name: string;
  groupedName: string;
  named: boolean;
  pinned: boolean;
  ignored: boolean;
  review: Review;
  hasIssue: boolean;
};

/** The intent that rationales are split off or moved from. */
export type PartedFrom = Pick<ActedOn, "tenantId" | "id" | "revision">;
