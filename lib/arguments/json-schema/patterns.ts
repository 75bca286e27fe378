import "server-only";
import vm from "node:vm";

// CPU time of one match, and of all matches in a check. Patterns and texts are untrusted.
const MATCH_MS_MAX = 100;
const CHECK_MS_MAX = 400;

// A match stopped before it got its CPU time is retried.
const TRIES_MAX = 5;

const MATCH = new vm.Script("new RegExp(source, flags).test(text)");

/** Runs the patterns of one check, each under a time limit that also stops runaway matches. */
export class Patterns {
  private readonly context = vm.createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
  });
  private readonly known = new Map<string, Map<string, boolean>>();
  private readonly failed = new Set<string>();
  private left = CHECK_MS_MAX;

  /** Whether the text matches; null for an invalid pattern or after a timeout. */
  matches(source: string, text: string): boolean | null {
    // A pattern that failed once is not run again.
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
        // Many patterns are written for engines without Unicode mode. Other errors mean that we
        // cannot run it.
        if (nameOf(error) !== "SyntaxError") return null;
      }
    }
    return null;
  }

  /** @throws errors of the context; null after a timeout */
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
        // The limit is wall clock time, which passes while a busy machine does other work.
        const { user, system } = process.cpuUsage(started);
        left -= (user + system) / 1_000;
        this.left -= (user + system) / 1_000;
      }
    }
    return null;
  }
}

/** Errors of another context have their own classes. */
function nameOf(error: unknown): unknown {
  return error !== null && typeof error === "object" && "name" in error ? error.name : null;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
