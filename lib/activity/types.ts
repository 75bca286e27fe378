/** How the first row that does not fit differs from what it should be. */
const MISFITS = ["gap", "link", "content", "end", "rewritten"] as const;

export type Misfit = (typeof MISFITS)[number];

// How an exported trail names itself, for what writes it and what verifies it without a database.
export const EXPORT_KIND = "countersign.activity";

export const EXPORT_VERSION = 1;
