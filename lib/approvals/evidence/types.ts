/** How an evidence file names itself, for what writes it and what verifies it without a database. */
export const EVIDENCE_KIND = "countersign.evidence";

export const EVIDENCE_VERSION = 1;

/** Rows of the trail about one call that a file holds; nobody does as much to a call. */
export const EVIDENCE_ROWS_MAX = 10_000;
