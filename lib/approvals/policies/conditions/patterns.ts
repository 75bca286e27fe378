// Patterns know one sign, a star for any text, also none. Regular expressions are not taken: one that backtracks would let the
// author of an argument stop the gate.

/** Whether a text fits; upper and lower case are the same. */
type Pattern = (lowerCased: string) => boolean;

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
  return (text) => {
    if (text.length < first.length + last.length) return false;
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    for (const part of between) {
      const found = text.indexOf(part, at);
      if (found === -1 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}

/** Whether any of the patterns fits; those without a star are looked up, however many they are. */
export function compilePatterns(patterns: readonly string[]): Pattern {
  const whole = new Set(patterns.filter((pattern) => !pattern.includes("*")).map(folded));
  const others = patterns.filter((pattern) => pattern.includes("*")).map(compilePattern);
  return (text) => whole.has(text) || others.some((fits) => fits(text));
}
