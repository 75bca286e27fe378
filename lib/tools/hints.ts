import { parseJson } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import { memberOf } from "./definition";

/** A server's claims about a tool; null: none. Shown and compared, never trusted. */
export type Hints = { readOnly: boolean | null; destructive: boolean | null };

/**
 * How a claim and our rating differ. `says_read_only`, `says_harmless` and `says_nothing`: we hold
 * the tool without a warning by the server. `says_destructive`: the server warns of a tool that we
 * allow.
 */
const MISMATCHES = ["says_read_only", "says_harmless", "says_nothing", "says_destructive"] as const;

export type Mismatch = (typeof MISMATCHES)[number];

/** Claims in a definition's annotations. Anything but true or false counts as none. */
export function hintsOf(annotationsText: string | null): Hints {
  const annotations = annotationsText === null ? undefined : parseJson(annotationsText);
  const said = (hint: string) => {
    const node = memberOf(annotations, hint);
    return node?.kind === "constant" && typeof node.value === "boolean" ? node.value : null;
  };
  return { readOnly: said("readOnlyHint"), destructive: said("destructiveHint") };
}

/**
 * Whether and how server and rating differ. Medium is between the claims and never a mismatch, also
 * for unrated tools. lib/tools/catalogue/queries.ts repeats this rule in SQL; a test compares them.
 */
export function mismatchOf(risk: RiskWord, { readOnly, destructive }: Hints): Mismatch | null {
  if (risk === "medium") return null;
  if (risk === "low") return destructive === true ? "says_destructive" : null;
  if (destructive === true) return null;
  if (readOnly === true) return "says_read_only";
  return destructive === false ? "says_harmless" : "says_nothing";
}
