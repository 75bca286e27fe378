import { Recorder, saidBy } from "./recorder.mjs";

/** A path of titles begins with the root, the project and the file. */
const BEFORE_TITLE = 3;

/** Records a run of Playwright for scripts/test.mjs. A skipped test has not passed: what does not run proves nothing. */
export default class PlaywrightReporter {
  #recorder = new Recorder();
  #all = [];

  onBegin(_config, suite) {
    this.#all = suite.allTests();
  }

  onTestEnd(test, result) {
    this.#recorder.file(test.location.file).ms += result.duration;
    // One that is tried again has not ended.
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
