import { nameOf, quoted } from "./line";

const TITLE_CHARS = 120;
const WORKAROUND_MAX = 400;
const VERSION_MAX = 120;

type KnownProblem = {
  ref: string;
  title: string;
  message?: string;
  workaround?: string;
  fixed_in?: string;
};

/** Its line in the block. */
export function knownProblemLine({
  ref,
  title,
  message,
  workaround,
  fixed_in: fixedIn,
}: KnownProblem): string {
  const said = workaround ?? message;
  const how = workaround === undefined ? "Answer" : "Workaround";
  const told = said === undefined ? "" : ` ${how}: ${quoted(said, WORKAROUND_MAX)}.`;
  const fixed = fixedIn === undefined ? "" : ` Fixed in ${quoted(fixedIn, VERSION_MAX)}.`;
  return `! Known problem ${nameOf(ref)}: ${quoted(title, TITLE_CHARS)}.${told}${fixed}`;
}
