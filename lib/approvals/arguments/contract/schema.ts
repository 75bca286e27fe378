/** One place where the arguments break the tool's own definition. */
export type Violation = { pointer: string; message: string };

/** `checked: false` says why the definition could not be used; that is not a pass. */
export type ContractCheck =
  | {
      checked: true;
      violations: Violation[] /** Rules of the definition we did not apply. */;
      skipped: string[];
    }
  | { checked: false; why: string };
