import { StatusMark } from "@/components/ui/badge";
import type { IconName } from "@/components/ui/icon";
import { CLASS_LOOKS } from "@/components/words/outcome-classes";
import { OUTCOME_WORDS } from "@/components/words/rationales";
import { outcomeClass } from "@/lib/calls/rules";
import type { Outcome, OutcomeClass } from "@/lib/calls/types";

const CLASS_ICONS: Record<OutcomeClass, IconName> = {
  ok: "check",
  caller: "edit",
  tool: "alert",
  boundary: "unlink",
  governance: "shield",
  extrinsic: "clock",
};

/** How a call ended: the icon of its class and a word, never in a risk colour. */
export function OutcomeMark({ outcome, strong }: { outcome: Outcome; strong?: boolean }) {
  const name = outcomeClass(outcome);
  return (
    <StatusMark icon={CLASS_ICONS[name]} strong={strong ?? (name !== "ok" && name !== "governance")}>
      <span className="sr-only">{CLASS_LOOKS[name].name}: </span>
      {OUTCOME_WORDS[outcome]}
    </StatusMark>
  );
}
