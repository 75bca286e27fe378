import type { CallRow } from "@/lib/calls/wire";
import { shownText } from "@/lib/core/text/annotate";
import type { ShownText } from "@/lib/core/text/types";
import { isRationaleUsable } from "@/lib/intake/rules";

/** A rationale in which the server has marked invisible characters. */
export type ShownRationale = {
  /** Null if none was given or retention removed it. */
  rationale: ShownText | null;
  /** Whether the rationale is, or was, usable. */
  usable: boolean;
  /** Days after which retention removed it; null while it exists. */
  removedAfterDays: number | null;
};

/** The input of `RationaleWords` for one call. */
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
