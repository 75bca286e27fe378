import { Recorder, saidBy } from "./recorder.mjs";

/** A title path starts with root, project and file. */
const BEFORE_TITLE = 3;

/** Records a Playwright run for scripts/test.mjs. A skipped test has not passed. */
export default class PlaywrightReporter {
  #recorder = new Recorder();
  #all = [];

  onBegin(_config, suite) {
    this.#all = suite.allTests();
  }

  onTestEnd(test, result) {
    this.#recorder.file(test.location.file).ms += result.duration;
    // A test with a retry left has not finished.
    if (result.status === "passed" || test.results.length > test.retries)
      this.#recorder.ended(result.status === "passed", `of ${this.#all.length.toLocaleString("en")} tests`);
  }

  onError(error) {
    this.#recorder.error(saidBy(error));
  }

  onEnd() {
    for (const test of this.#all) {
      const outcome = test.outcome();
      const error = test.results.find((result) => result.error)?.error;
      this.#recorder.file(test.location.file).tests.push({
        title: test.titlePath().slice(BEFORE_TITLE).join(" > "),
        passed: outcome === "expected" || outcome === "flaky",
        ...(outcome === "flaky" ? { flaky: true } : {}),
        ...(error ? { error: saidBy(error) } : {}),
      });
    }
    this.#recorder.write();
  }
}
