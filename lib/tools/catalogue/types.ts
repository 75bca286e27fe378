import type { Hints } from "../hints";
import type { Standing } from "../rating";
import type { Proposal, ToolOverride, ToolVersionView } from "../types";

/** Views of the catalogue: everything, or what somebody should look at. */
export const TOOL_VIEWS = [
  "all",
  "proposed",
  "mismatch",
  "unrated",
  "redefined",
  "by-rule",
  "findings",
] as const;

export type CatalogueView = (typeof TOOL_VIEWS)[number];

/** Findings of the lint: what agents will trip over, and what they may. */
export type FindingCounts = { warnings: number; remarks: number };

/** One tool of the catalogue, with all that decides its rating. */
export type ToolRow = {
  id: string;
  gateway: { id: string; name: string };
  provider: string;
  name: string;
  /** Its head, in lists. */
  description: string;
  version: number;
  standing: Standing;
  hints: Hints;
  findings: FindingCounts;
  /** Tenants with an override of their own, of those in scope. */
  tenantOverrides: number;
  /** Whether its definition changed since a person rated it. */
  redefined: boolean;
  impact: string | null;
  category: string | null;
  /** What its gateway asks for and would lower what holds. */
  proposal: Proposal | null;
  updatedAt: Date;
};

/** How many tools each view has under the other filters; `capped` when there are more than were counted. */
export type ToolCounts = Record<CatalogueView, number> & { capped: boolean };

/** What the catalogue can be filtered by. */
export type ToolChoices = { gateways: string[]; providers: string[]; categories: string[] };

/** One tool with its newest definition and the overrides in scope. */
export type ToolView = ToolRow & {
  /** What the gateway says; `impact` and `category` above are what holds. */
  theirs: { impact: string | null; category: string | null };
  ours: { impact: string | null; category: string | null };
  definition: ToolVersionView;
  overrides: ToolOverride[];
  /** The tenants in scope that its gateway serves. */
  tenants: { id: string; key: string; name: string }[];
  createdAt: Date;
};
