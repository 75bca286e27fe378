import type { TriageInput } from "@/lib/feedback/triage/schema";

type Merging = { verb: "merge"; into: string };

/** What can be done with several issues at once, without them. */
export type BulkAct = Merging | VerbAct;

/** An act without the issues it is for. */
export type TriageAct =
  | Merging
  | { verb: "move"; into: string | null; reports: string[] }
  | { verb: "part"; other: string }
  | VerbAct;

/** An act that issues take one by one. */
export type VerbAct = TriageInput extends infer One
  ? One extends TriageInput
    ? Omit<One, "items">
    : never
  : never;
