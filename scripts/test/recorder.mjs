import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * @typedef {{ title: string, passed: boolean, flaky?: boolean, error?: string }} TestRecord
 * `flaky`: passed on retry; `error`: of the first run
 * @typedef {{ file: string, ms: number, tests: TestRecord[], error?: string }} FileRecord `file`
 * relative to the project; `error`: outside tests
 * @typedef {{ files: FileRecord[], errors: string[] }} Report `errors`: outside files
 */

/** Shared by the reporters of Vitest and Playwright: progress and result, each in a file. */
export class Recorder {
  /** @type {Map<string, FileRecord>} */
  #files = new Map();
  #errors = [];
  #done = { passed: 0, failed: 0 };
  #report;
  #progress;

  /**
   * @param {{ TEST_REPORT?: string, TEST_PROGRESS?: string }} [env] output files; without a name
   * nothing is written
   */
  constructor({ TEST_REPORT: report, TEST_PROGRESS: progress } = process.env) {
    this.#report = report;
    this.#progress = progress;
  }

  /** @param {string} file its path */
  file(file) {
    const name = path.relative(ROOT, file);
    const known = this.#files.get(name);
    if (known) return known;
    const made = { file: name, ms: 0, tests: [] };
    this.#files.set(name, made);
    return made;
  }

  error(text) {
    this.#errors.push(text);
  }

  /**
   * Reports progress.
   * @param {boolean} passed whether the finished test passed
   * @param {string} of the total, printed after the number of tests
   */
  ended(passed, of) {
    this.#done[passed ? "passed" : "failed"] += 1;
    const { passed: fine, failed } = this.#done;
    if (this.#progress)
      writeFileSync(
        this.#progress,
        `${(fine + failed).toLocaleString("en")} ${of}, ${failed.toLocaleString("en")} failed`,
      );
  }

  write() {
    const report = { files: [...this.#files.values()], errors: this.#errors };
    if (this.#report) writeFileSync(this.#report, JSON.stringify(report));
  }
}

/** An error's text, the most useful part first. */
export const saidBy = (error) => error?.message ?? error?.value ?? error?.stack ?? String(error);
