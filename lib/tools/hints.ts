import { parseJson } from "@/lib/core/json/parse";
import type { RiskWord } from "@/lib/core/risk";
import { memberOf } from "./definition";

/** What a server claims about a tool. Null: it says nothing. Shown and compared, never obeyed. */
export type Hints = { readOnly: boolean | null; destructive: boolean | null };

/**
 * How a server's claim and our rating part ways. `says_read_only`, `says_harmless` and `says_nothing`: we hold the tool back,
 * the server gives no warning. `says_destructive`: the server warns of a tool we let through.
 */
const MISMATCHES = ["says_read_only", "says_harmless", "says_nothing", "says_destructive"] as const;

export type Mismatch = (typeof MISMATCHES)[number];

/** The claims of a definition's annotations; whatever is not a plain true or false says nothing. */
export function hintsOf(annotationsText: string | null): Hints {
  const annotations = annotationsText === null ? undefined : parseJson(annotationsText);
  const said = (hint: string) => {
    const node = memberOf(annotations, hint);
    return node?.kind === "constant" && typeof node.value === "boolean" ? node.value : null;
  };
  return { readOnly: said("readOnlyHint"), destructive: said("destructiveHint") };
}

/**
 * Whether server and rating part ways, and how. A medium rating is between the claims and never a mismatch, which also covers
 * tools nobody rated. The list's SQL repeats this rule (lib/tools/catalogue/queries.ts); a test holds the two together.
 */
export function mismatchOf(risk: RiskWord, { readOnly, destructive }: Hints): Mismatch | null {
  if (risk === "medium") return null;
  if (risk === "low") return destructive === true ? "says_destructive" : null;
  if (destructive === true) return null;
  if (readOnly === true) return "says_read_only";
  return destructive === false ? "says_harmless" : "says_nothing";
}
