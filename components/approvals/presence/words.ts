import type { Whereabouts } from "@/lib/approvals/deciders/types";

/** "1 on call; 2 of 3 eligible are away". */
export function lineOf({ eligible, away, onCall, hasShifts }: Omit<Whereabouts, "people">): string {
  const shifts = hasShifts ? [onCall === 0 ? "No one on call" : `${onCall} on call`] : [];
  const line = [...shifts, awayWords(eligible, away)].join("; ");
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function awayWords(eligible: number, away: number): string {
  if (away === 0) return eligible === 1 ? "1 person can decide" : `${eligible} people can decide, none away`;
  if (away === eligible)
    return eligible === 1 ? "the only eligible person is away" : `all ${eligible} eligible are away`;
  return `${away} of ${eligible} eligible ${away === 1 ? "is" : "are"} away`;
}
