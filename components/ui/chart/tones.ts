/**
 * The meaning of a part of a chart. Never a level of risk: those are words. Tones of outcome classes
 * are assigned in components/words/outcome-classes.ts alone.
 */
export type Tone =
  | "ok"
  | "neutral"
  | "accent"
  | "problem"
  | "muted"
  | "strong"
  | "class-ok"
  | "class-caller"
  | "class-tool"
  | "class-boundary"
  | "class-governance"
  | "class-extrinsic";

/** Fill and, for the palest, an edge visible on every surface. */
export const FILLS: Record<Tone, string> = {
  ok: "fill-ok",
  neutral: "fill-fg-subtle",
  accent: "fill-accent",
  problem: "fill-risk-high",
  muted: "fill-border stroke-border-strong",
  strong: "fill-fg",
  "class-ok": "fill-class-ok stroke-class-ok-edge",
  "class-caller": "fill-class-caller",
  "class-tool": "fill-class-tool",
  "class-boundary": "fill-class-boundary",
  "class-governance": "fill-class-governance",
  "class-extrinsic": "fill-class-extrinsic",
};

/** Text and lines next to it. */
export const STROKES: Record<Tone, string> = {
  ok: "stroke-ok",
  neutral: "stroke-fg-subtle",
  accent: "stroke-accent",
  problem: "stroke-risk-high",
  muted: "stroke-border-strong",
  strong: "stroke-fg",
  "class-ok": "stroke-class-ok-edge",
  "class-caller": "stroke-class-caller",
  "class-tool": "stroke-class-tool",
  "class-boundary": "stroke-class-boundary",
  "class-governance": "stroke-class-governance",
  "class-extrinsic": "stroke-class-extrinsic",
};
