import type { RiskWord } from "@/lib/core/risk";
import { classNames } from "./class-names";

export const RISK_WORDS: Record<RiskWord, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  critical: "Critical",
};

// Outline, tint, tint with border, solid: the fill tells the levels apart without any colour.
const FILLS: Record<RiskWord, string> = {
  low: "border-risk-low/40 bg-transparent text-risk-low",
  medium: "border-transparent bg-risk-medium-bg text-risk-medium",
  high: "border-risk-high/45 bg-risk-high-bg text-risk-high",
  critical: "border-transparent bg-risk-critical text-risk-critical-fg",
};

/** A ring, a diamond, a filled triangle or a filled octagon; all but the ring carry an exclamation mark. */
export function RiskShape({ risk, size = 14 }: { risk: RiskWord; size?: 14 | 16 | 20 }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden className="shrink-0">
      {risk === "low" && <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="1.6" />}
      {risk === "medium" && (
        <>
          <path
            d="M8 2 14 8 8 14 2 8Z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
          <path d="M8 5.4v3" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
          <circle cx="8" cy="10.5" r=".85" fill="currentColor" />
        </>
      )}
      {risk === "high" && (
        <>
          <path
            d="M8 2 14.5 13.5h-13Z"
            fill="currentColor"
            stroke="currentColor"
            strokeWidth="1.2"
            strokeLinejoin="round"
          />
          <path d="M8 6.2v3.3" stroke="var(--risk-high-bg)" strokeWidth="1.6" strokeLinecap="round" />
          <circle cx="8" cy="11.5" r=".95" fill="var(--risk-high-bg)" />
        </>
      )}
      {risk === "critical" && (
        <>
          <path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3Z" fill="currentColor" />
          <path d="M8 4.4v4.2" stroke="var(--risk-critical)" strokeWidth="1.7" strokeLinecap="round" />
          <circle cx="8" cy="11.1" r="1" fill="var(--risk-critical)" />
        </>
      )}
    </svg>
  );
}

/** How risky, said by word, shape, fill and colour. `suffix` completes the words, for example "risk". */
export function RiskMark({ risk, suffix }: { risk: RiskWord; suffix?: string }) {
  return (
    <span
      data-risk={risk}
      className={classNames(
        "inline-flex h-5 shrink-0 items-center gap-1 rounded-chip border pr-1.5 pl-1 text-2xs font-bold whitespace-nowrap",
        FILLS[risk],
      )}
    >
      <RiskShape risk={risk} />
      {suffix ? `${RISK_WORDS[risk]} ${suffix}` : RISK_WORDS[risk]}
    </span>
  );
}
