import type { RiskWord } from "@/lib/core/risk";
import { either } from "@/lib/core/text/either";
import type { CallForPolicies } from "../call";
import type { Compiled, Condition } from "./condition";
import type { KeyOf } from "./types";

const NOT_CRITICAL: readonly RiskWord[] = ["low", "medium", "high"];

const anyOf = (fact: "risk" | "claimedRisk", asked: readonly RiskWord[], words: () => string): Compiled => ({
  fits: ({ [fact]: risk }: CallForPolicies) =>
    risk === undefined ? undefined : asked.some((one) => one === risk),
  words,
});

const effective = (risks: readonly RiskWord[]) => `of ${either(risks)} risk`;
const claimed = (risks: readonly RiskWord[]) => `that their gateway calls ${either(risks)}`;

export const RISK_CONDITIONS: { [C in KeyOf<"risks">]: Condition<"risks"> } = {
  risk: {
    field: {
      label: "Risk",
      hintToAllow: "Critical calls are let through only by a policy that names this risk.",
    },
    words: effective,
    compile: (risks, allows) => {
      if (risks.length > 0) return [anyOf("risk", risks, () => effective(risks))];
      const words = () => "the risk is critical, which a policy lets pass only if it names it";
      return allows ? [anyOf("risk", NOT_CRITICAL, words)] : [];
    },
  },
  claimedRisk: {
    field: {
      label: "Risk that the gateway claims",
      hint: "The risk that the gateway states for the call, even where the tool's rating differs. None chosen: any risk.",
    },
    words: claimed,
    compile: (risks) => (risks.length > 0 ? [anyOf("claimedRisk", risks, () => claimed(risks))] : []),
  },
};
