/** Risks, lowest first. In their own file, so that browsers load no schemas. */
export const RISKS = ["low", "medium", "high", "critical"] as const;
export type RiskWord = (typeof RISKS)[number];
