import { Recorder, saidBy } from "./recorder.mjs";

/** Records a Vitest run for scripts/test.mjs. A skipped test has not passed. */
export default class VitestReporter {
  #recorder = new Recorder();
  #files = 0;
  #ended = 0;

  onTestRunStart(specifications) {
    this.#files = specifications.length;
  }

  onTestCaseResult(test) {
    this.#recorder.ended(test.result().state === "passed", `tests in ${this.#ended} of ${this.#files} files`);
  }

  onTestModuleEnd(module) {
    this.#ended += 1;
    const record = this.#recorder.file(module.moduleId);
    // Includes hooks and module loading, which test durations leave out.
    record.ms += module.diagnostic().duration + module.diagnostic().collectDuration;
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      const error = errors?.[0] && saidBy(errors[0]);
      record.tests.push({ title: test.fullName, passed: state === "passed", ...(error ? { error } : {}) });
    }
    const outside = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
    if (outside.length > 0) record.error = saidBy(outside[0]);
  }

  onTestRunEnd(_modules, errors) {
    for (const error of errors) this.#recorder.error(saidBy(error));
    this.#recorder.write();
  }
}
