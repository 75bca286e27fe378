// Patterns know one sign, a star for any text, also none. Regular expressions are not taken: one that backtracks would let the
// author of an argument stop the gate.

/** What comparing texts with patterns may still cost, in steps of some 30 ns; below zero: it was too much, and nothing found counts. */
export type Work = { left: number };

/** Whether a text fits; upper and lower case are the same. Without `work` it costs what it costs. */
type Pattern = (lowerCased: string, work?: Work) => boolean;

// A comparison begins, and so many characters are run through or compared in one step.
const STEPS_A_TEXT = 4;
const RUN_THROUGH = 1_024;
const COMPARED = 16;

/** What a pattern compares: the same for texts that differ in case only. */
export function folded(text: string): string {
  return text.toLowerCase();
}

/** Reads a pattern once, to judge many texts. Each part between stars is looked for once, from left to right. */
export function compilePattern(pattern: string): Pattern {
  const [first = "", ...others] = folded(pattern).split("*");
  const last = others.pop();
  if (last === undefined) return (text) => text === first;
  const between = others.filter((part) => part !== "");
  return (text, work = { left: Number.POSITIVE_INFINITY }) => {
    work.left -= STEPS_A_TEXT;
    if (text.length < first.length + last.length) return false;
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    for (const part of between) {
      at = endOf(part, text, at, work);
      if (at === -1 || at > end) return false;
    }
    return true;
  };
}

/** Where the first such part from a place on ends; -1 when there is none, or no work is left. */
function endOf(part: string, text: string, from: number, work: Work): number {
  const start = part.charAt(0);
  let looked = from;
  for (let at = text.indexOf(start, from); at !== -1; at = text.indexOf(start, at + 1)) {
    work.left -= 1 + Math.trunc((at - looked) / RUN_THROUGH) + Math.trunc(part.length / COMPARED);
    if (work.left < 0) return -1;
    if (text.startsWith(part, at)) return at + part.length;
    looked = at;
  }
  work.left -= Math.trunc((text.length - looked) / RUN_THROUGH);
  return -1;
}

/** Whether any of the patterns fits; those without a star are looked up, however many they are. */
export function compilePatterns(patterns: readonly string[]): (lowerCased: string) => boolean {
  const whole = new Set(patterns.filter((pattern) => !pattern.includes("*")).map(folded));
  const others = patterns.filter((pattern) => pattern.includes("*")).map(compilePattern);
  return (text) => whole.has(text) || others.some((fits) => fits(text));
}
