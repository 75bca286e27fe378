/** The meaning of a part of a chart. Never a level of risk: those are words. */
export type Tone = "ok" | "neutral" | "accent" | "problem" | "aside" | "muted";

/** Fill and, for the palest, an edge visible on every surface. */
export const FILLS: Record<Tone, string> = {
  ok: "fill-ok",
  neutral: "fill-fg-subtle",
  accent: "fill-accent",
  problem: "fill-risk-high",
  aside: "fill-risk-medium",
  muted: "fill-border stroke-border-strong",
};

/** Text and lines next to it. */
export const STROKES: Record<Tone, string> = {
  ok: "stroke-ok",
  neutral: "stroke-fg-subtle",
  accent: "stroke-accent",
  problem: "stroke-risk-high",
  aside: "stroke-risk-medium",
  muted: "stroke-border-strong",
};
