import { isRationaleUsable } from "@/lib/calls/rules";
import { shownText } from "@/lib/core/text/annotate";
import type { ShownText } from "@/lib/core/text/types";

/** Why an agent made a call, looked through by the server. */
export type ShownRationale = {
  /** Null when none was given. */
  rationale: ShownText | null;
  /** Whether it says anything. */
  usable: boolean;
};

/** What `RationaleWords` shows of a call's rationale. */
export function shownRationale(rationale: string | null): ShownRationale {
  return {
    rationale: rationale?.trim() ? shownText(rationale) : null,
    usable: isRationaleUsable(rationale),
  };
}
