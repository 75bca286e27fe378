import type { Tone } from "@/components/ui/chart/tones";
import type { OutcomeClass } from "@/lib/calls/types";

/** The name and the colour of each class of outcomes, in every chart, legend and table. */
export const CLASS_LOOKS: Record<OutcomeClass, { name: string; tone: Tone }> = {
  ok: { name: "Worked", tone: "class-ok" },
  caller: { name: "Wrong call", tone: "class-caller" },
  tool: { name: "Tool failed", tone: "class-tool" },
  boundary: { name: "Wrong tool", tone: "class-boundary" },
  governance: { name: "Held or refused", tone: "class-governance" },
  extrinsic: { name: "Outside cause", tone: "class-extrinsic" },
};

/** From bottom to top, or from left to right: what worked first, then each kind of failure. */
export const STACKED_CLASSES = ["ok", "caller", "boundary", "tool", "extrinsic", "governance"] as const;

/** The classes as series of a chart. */
export const CLASS_SERIES = STACKED_CLASSES.map((key) => ({
  key,
  label: CLASS_LOOKS[key].name,
  tone: CLASS_LOOKS[key].tone,
}));
