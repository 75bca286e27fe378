import type { RiskWord } from "@/lib/core/risk";

export const RISK_WORDS: Record<RiskWord, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  critical: "Critical",
};

/**
 * A ring, diamond, triangle or octagon from the page's `IconSprite`; all but the ring carry an
 * exclamation mark.
 */
export function RiskShape({ risk, size = 14 }: { risk: RiskWord; size?: 14 | 16 | 20 }) {
  return (
    <svg width={size} height={size} aria-hidden className="shrink-0">
      <use href={`#risk-${risk}`} />
    </svg>
  );
}

/** A risk by word, shape, fill and colour. `suffix` completes the words, for example "risk". */
export function RiskMark({ risk, suffix }: { risk: RiskWord; suffix?: string }) {
  return (
    <span data-risk={risk} className="risk-mark">
      <RiskShape risk={risk} />
      <span className="risk-word">{suffix ? `${RISK_WORDS[risk]} ${suffix}` : RISK_WORDS[risk]}</span>
    </span>
  );
}
