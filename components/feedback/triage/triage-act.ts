import type { TriageInput } from "@/lib/feedback/triage/schema";

type Merging = { verb: "merge"; into: string };

/** An action on several issues, without the issues. */
export type BulkAct = Merging | VerbAct;

/** An action without its issues. */
export type TriageAct =
  | Merging
  | { verb: "move"; into: string | null; reports: string[] }
  | { verb: "part"; other: string }
  | VerbAct;

export type VerbAct = TriageInput extends infer One
  ? One extends TriageInput
    ? Omit<One, "items">
    : never
  : never;
