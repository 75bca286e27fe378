import type { CallRow } from "@/lib/calls/wire";
import { shownText } from "@/lib/core/text/annotate";
import type { ShownText } from "@/lib/core/text/types";
import { isRationaleUsable } from "@/lib/intake/rules";

/** Why an agent made a call, looked through by the server. */
export type ShownRationale = {
  /** Null when none was given, or it is gone. */
  rationale: ShownText | null;
  /** Whether it says anything, or said. */
  usable: boolean;
  /** After how many days retention removed it; null while it is there. */
  removedAfterDays: number | null;
};

/** What `RationaleWords` shows of a call's rationale. */
export function shownRationale({
  rationale,
  rationaleRemovedAfterDays,
}: Pick<CallRow, "rationale" | "rationaleRemovedAfterDays">): ShownRationale {
  return {
    rationale: rationale?.trim() ? shownText(rationale) : null,
    usable: rationaleRemovedAfterDays === null ? isRationaleUsable(rationale) : rationale !== "",
    removedAfterDays: rationaleRemovedAfterDays,
  };
}
