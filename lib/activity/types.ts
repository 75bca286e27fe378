/** How the first invalid row differs from the expected one. */
const MISFITS = ["gap", "link", "content", "end", "rewritten"] as const;

export type Misfit = (typeof MISFITS)[number];

export const EXPORT_KIND = "countersign.activity";

export const EXPORT_VERSION = 1;
