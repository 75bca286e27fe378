import type { TemplateVerdict } from "./templates/types";

/** Calls by where they belong; templates are those of the long tail. */
export type Coverage = {
  calls: number;
  /** Calls with a meaningful rationale, in an intent or in none. */
  inIntents: number;
  longTail: number;
  longTailTemplates: number;
  recurring: number;
  empty: number;
  intents: number;
  weak: number;
  ignored: number;
  /** Calls without a usable rationale, not included above. */
  without: number;
};

/** Groupings of shares of meaningful rationales. */
export const SHARE_KINDS = ["agent", "model", "gateway", "tool", "day"] as const;

export type ShareKind = (typeof SHARE_KINDS)[number];

/**
 * One agent, model, gateway, tool or day: calls with a usable rationale, and how many are
 * meaningful.
 */
export type MeaningShare = { name: string; calls: number; meaningful: number };

export type ShownTemplate = {
  id: string;
  tenantId: string;
  tool: string;
  provider: string;
  text: string;
  calls: number;
  verdict: TemplateVerdict;
  /** Text of its newest call, without credentials; null after that call is deleted. */
  quote: string | null;
  callId: string | null;
  /** Similarity to the medoid; null if unknown. */
  near: number | null;
  placed: boolean;
};

export const WEEKS = 8;

export const GROWING_FACTOR = 1.5;

export const QUOTES = 3;

export type ToldIntent = {
  id: string;
  name: string;
  url: string;
  keywords: string[];
  tenant: string;
  calls: number;
  failed: number;
  templates: number;
  firstAt: Date;
  lastAt: Date;
  tools: { provider: string; tool: string; calls: number }[];
};

export type ListedTemplate = {
  id: string;
  provider: string;
  tool: string;
  text: string;
  calls: number;
  lastAt: Date;
  /**
   * Text of its newest call, without credentials; null after it is deleted, and for a gateway that
   * did not report the call.
   */
  quote: string | null;
};

export type ListedWeek = { week: string; calls: number; failed: number };

export type RelatedIntent = { id: string; name: string; calls: number };

/** What agents wanted when they met an issue, most calls first. */
export type IssueIntents = {
  tool: string;
  from: "sessions" | "tool";
  intents: RelatedIntent[];
  /** The intents that people made it of. */
  made: { id: string; name: string }[];
};

/**
 * Calls, those without a usable rationale, those read by the worker, and those with a meaningful
 * rationale.
 */
export type SaidFigures = { calls: number; missing: number; read: number; meaningful: number };

/**
 * Figures in total, by week (0 is the current one), by agent and by model. A call without a
 * rationale has no model.
 */
export type SaidFacts = {
  lately: SaidFigures;
  weeks: (SaidFigures & { week: number })[];
  agents: (SaidFigures & { name: string })[];
  models: (SaidFigures & { name: string })[];
};

export type SimilarWay = {
  id: string;
  provider: string;
  tool: string;
  text: string;
  likeness: number;
  calls: number;
};

export type Similar = {
  /** The rationale to compare with, masked; null if it is empty or deleted. */
  sought: string | null;
  ways: SimilarWay[];
  /** How templates were compared. */
  by: "meaning" | "words";
};

export type Sought = { call: string } | { text: string };

/** A tool whose newest calls with an intent have another purpose than described; see findings. */
export type OddJob = {
  toolId: string;
  name: string;
  calls: number;
  /** The tool whose description fits these calls, if any. */
  better: { id: string; name: string } | null;
};
