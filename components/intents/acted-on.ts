import type { Review } from "@/lib/intents/acts/types";

/** An intent as acts on it need it. */
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

/** The intent whose rationales are split off or moved. */
export type PartedFrom = Pick<ActedOn, "tenantId" | "id" | "revision">;
