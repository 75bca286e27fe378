/** The `kind` of an evidence file. Its writer and its verifier, which has no database, share it. */
export const EVIDENCE_KIND = "countersign.evidence";

export const EVIDENCE_VERSION = 1;

/** Maximum trail rows in a file; no real call has as many. */
export const EVIDENCE_ROWS_MAX = 10_000;
