import type { TemplateVerdict } from "./templates/types";

/** How much of what was said belongs where, in calls; templates are those of the long tail. */
export type Coverage = {
  calls: number;
  /** Whose rationale means something, and that belong to an intent, or to none. */
  inIntents: number;
  longTail: number;
  longTailTemplates: number;
  recurring: number;
  /** Whose rationale says nothing. */
  empty: number;
  intents: number;
  /** Of these, weak themes, and those that people left out of the list. */
  weak: number;
  ignored: number;
  /** Calls without a rationale of the usual length; they are not among the calls above. */
  without: number;
};

/** By what shares of meaningful rationales are told. */
export const SHARE_KINDS = ["agent", "model", "gateway", "tool", "day"] as const;

export type ShareKind = (typeof SHARE_KINDS)[number];

/** Of one agent, model, gateway, tool or day: calls with a rationale of the usual length, and how many of these mean something. */
export type MeaningShare = { name: string; calls: number; meaningful: number };

/** A template as it stands among an intent's, with what its newest call said. */
export type ShownTemplate = {
  id: string;
  tenantId: string;
  tool: string;
  provider: string;
  text: string;
  calls: number;
  verdict: TemplateVerdict;
  /** Its newest call's words, without credentials; null once that call is deleted. */
  quote: string | null;
  /** That call. */
  callId: string | null;
  /** How alike it is to the middle of its intent; null where that is not known. */
  near: number | null;
  /** A person put it into its intent. */
  placed: boolean;
};

/** Weeks of seven days that the course of an intent is shown over, up to today. */
export const WEEKS = 8;

/** Growing: so many times the calls of the week before. */
export const GROWING_FACTOR = 1.5;

/** Quotes that stand for an intent. */
export const QUOTES = 3;

/** An intent as programs are told of it. */
export type ToldIntent = {
  id: string;
  name: string;
  /** Where people see it. */
  url: string;
  keywords: string[];
  /** Its key. */
  tenant: string;
  calls: number;
  failed: number;
  templates: number;
  firstAt: Date;
  lastAt: Date;
  /** The most called first. */
  tools: { provider: string; tool: string; calls: number }[];
};

/** One way to say an intent. */
export type ListedTemplate = {
  id: string;
  provider: string;
  tool: string;
  text: string;
  calls: number;
  lastAt: Date;
  /** Its newest call's words, without credentials; null once these are removed, and for a gateway if another one reported the call. */
  quote: string | null;
};

/** What was said of an intent in a week. */
export type ListedWeek = { week: string; calls: number; failed: number };

/** An intent that calls around an issue belong to, with how many of these. */
export type RelatedIntent = { id: string; name: string; calls: number };

/** What agents were after when they met an issue, the most called first. */
export type IssueIntents = {
  tool: string;
  /** By which calls: those of the tool in the sessions of the newest reports, or all of the tool. */
  from: "sessions" | "tool";
  intents: RelatedIntent[];
};

/** Of some calls: those that came, those of them without a usable rationale, those the worker has read, and of how many the rationale means something. */
export type SaidFigures = { calls: number; missing: number; read: number; meaningful: number };

/**
 * Of a whole (all its columns), of each of so many weeks (the newest, of today, is 0), and of each agent and model. A call without a
 * rationale tells no model.
 */
export type SaidFacts = {
  lately: SaidFigures;
  weeks: (SaidFigures & { week: number })[];
  agents: (SaidFigures & { name: string })[];
  models: (SaidFigures & { name: string })[];
};

/** One way of saying nearly the same. */
export type SimilarWay = {
  id: string;
  provider: string;
  tool: string;
  /** Masked. */
  text: string;
  /** From 0 to 1. */
  likeness: number;
  calls: number;
};

/** What was looked for, and the ways in which nearly the same was said, the most alike first. */
export type Similar = {
  /** The rationale whose likes are looked for, masked; null when it says nothing or is gone. */
  sought: string | null;
  ways: SimilarWay[];
  /** What two templates were compared by. */
  by: "meaning" | "words";
};

/** Looked for: what a call's rationale is like, or a text. */
export type Sought = { call: string } | { text: string };
