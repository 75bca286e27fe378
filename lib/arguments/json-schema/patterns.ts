import "server-only";
import vm from "node:vm";

// One match, and all matches of one check: a pattern is a stranger's program run on another stranger's text.
const MATCH_MS_MAX = 100;
const CHECK_MS_MAX = 400;

const MATCH = new vm.Script("new RegExp(source, flags).test(text)");

/** The patterns of one check, each match under a time limit that also stops a runaway one. */
export class Patterns {
  private readonly context = vm.createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
  });
  private readonly known = new Map<string, Map<string, boolean>>();
  private readonly failed = new Set<string>();
  private left = CHECK_MS_MAX;

  /** Whether the text has a match; null when the pattern is none, or takes too long to say. */
  matches(source: string, text: string): boolean | null {
    // A pattern that once failed to answer is not asked again.
    if (this.failed.has(source)) return null;
    const texts = this.known.get(source) ?? new Map<string, boolean>();
    this.known.set(source, texts);
    const result = texts.get(text) ?? this.run(source, text);
    if (result === null) this.failed.add(source);
    else texts.set(text, result);
    return result;
  }

  private run(source: string, text: string): boolean | null {
    for (const flags of ["u", ""]) {
      if (this.left < 1) return null;
      const started = performance.now();
      try {
        Object.assign(this.context, { source, flags, text });
        const timeout = Math.ceil(Math.min(MATCH_MS_MAX, this.left));
        return Boolean(MATCH.runInContext(this.context, { timeout }));
      } catch (error) {
        // Written for engines without Unicode mode: many are. Anything else is a pattern we cannot run.
        if (!isSyntaxError(error)) return null;
      } finally {
        this.left -= performance.now() - started;
      }
    }
    return null;
  }
}

/** Errors of another context are of its own classes. */
function isSyntaxError(error: unknown): boolean {
  return error !== null && typeof error === "object" && "name" in error && error.name === "SyntaxError";
}
