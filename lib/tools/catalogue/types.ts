import type { Hints } from "../hints";
import type { Standing } from "../rating";
import type { Proposal, ToolOverride, ToolVersionView } from "../types";

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

export type FindingCounts = { warnings: number; remarks: number };

export type ToolRow = {
  id: string;
  gateway: { id: string; name: string };
  provider: string;
  name: string;
  description: string;
  version: number;
  standing: Standing;
  hints: Hints;
  findings: FindingCounts;
  tenantOverrides: number;
  /** Whether its definition changed since a person rated it. */
  redefined: boolean;
  impact: string | null;
  category: string | null;
  /** A rating that its gateway requests and that would lower the current one. */
  proposal: Proposal | null;
  updatedAt: Date;
};

export type ToolCounts = Record<CatalogueView, number> & { capped: boolean };

export type ToolChoices = { gateways: string[]; providers: string[]; categories: string[] };

export type ToolView = ToolRow & {
  /** The gateway's words; `impact` and `category` above are the effective ones. */
  theirs: { impact: string | null; category: string | null };
  ours: { impact: string | null; category: string | null };
  definition: ToolVersionView;
  overrides: ToolOverride[];
  /** Tenants in scope that its gateway serves. */
  tenants: { id: string; key: string; name: string }[];
  createdAt: Date;
};
