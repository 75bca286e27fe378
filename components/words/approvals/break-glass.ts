import type { Bypass, ReviewVerdict } from "@/lib/approvals/reviews/types";
import { counted } from "../counts";

/** What the viewer overrides by approving alone. */
export const YOU_BYPASS: Record<Bypass, (required: number) => string> = {
  people: (required) => `${counted(required, "person has", "people have")} to approve it.`,
  deciders: () => "Its policy leaves it to others.",
  requester: () => "It is made on your behalf.",
  owner: () => "You own the agent that makes it.",
  editor: () => "You edited its arguments, and its policy leaves them to others.",
  hold: () => "Its policy holds it before its release.",
};

/** What another person overrode, afterwards. */
export const THEY_BYPASSED: Record<Bypass, (required: number) => string> = {
  people: (required) => `${counted(required, "person", "people")} had to approve it`,
  deciders: () => "its policy left it to others",
  requester: () => "it was made on their own behalf",
  owner: () => "they own the agent that made it",
  editor: () => "they had edited its arguments themselves",
  hold: () => "its policy would have held it before its release",
};

export const VERDICT_WORDS: Record<ReviewVerdict, string> = {
  fine: "Fine",
  should_have_waited: "Should have waited",
};

/** The label of a break-glass approval where others show the decision alone. */
export const ALONE = "Approved alone by break-glass";
