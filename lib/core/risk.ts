/** The four risks, the mildest first. On their own, so that a browser which compares them loads no schemas. */
export const RISKS = ["low", "medium", "high", "critical"] as const;
export type RiskWord = (typeof RISKS)[number];
