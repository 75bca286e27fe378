import "server-only";
import vm from "node:vm";

// One match, and all matches of one check, in processor time: a pattern is a stranger's program run on a stranger's text.
const MATCH_MS_MAX = 100;
const CHECK_MS_MAX = 400;

// A match that is stopped before it got its time is tried again.
const TRIES_MAX = 5;

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
      try {
        return this.match(source, flags, text);
      } catch (error) {
        // Written for engines without Unicode mode: many are. Anything else is a pattern we cannot run.
        if (nameOf(error) !== "SyntaxError") return null;
      }
    }
    return null;
  }

  /** @throws what the context throws; null once the match has taken its time */
  private match(source: string, flags: string, text: string): boolean | null {
    Object.assign(this.context, { source, flags, text });
    let left = Math.min(MATCH_MS_MAX, this.left);
    for (let tries = 0; left >= 1 && tries < TRIES_MAX; tries += 1) {
      const started = process.cpuUsage();
      try {
        return Boolean(MATCH.runInContext(this.context, { timeout: Math.ceil(left) }));
      } catch (error) {
        if (!isTimeout(error)) throw error;
      } finally {
        // The limit is the clock's, which runs on while a busy machine does something else.
        const { user, system } = process.cpuUsage(started);
        left -= (user + system) / 1_000;
        this.left -= (user + system) / 1_000;
      }
    }
    return null;
  }
}

/** Errors of another context are of its own classes. */
function nameOf(error: unknown): unknown {
  return error !== null && typeof error === "object" && "name" in error ? error.name : null;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
