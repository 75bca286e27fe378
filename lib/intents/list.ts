import { INTEGER_MAX } from "@/lib/core/limits";
import { id, oneOf, text, whole } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { REVIEWS } from "./acts/types";
import { INTENT_KINDS, INTENT_LEVELS, INTENT_SORTS, INTENT_STATES } from "./browser/types";
import { SHARE_KINDS } from "./types";

const KEY_MAX = 1_000_000_000_000;

/** Filters, order and level of the intents page, and the grouping of its shares. */
export const intentList = defineList({
  path: "/rationales/intents",
  name: "intents",
  filters: {
    q: text(),
    tenant: text(),
    tool: text(),
    state: oneOf(INTENT_STATES),
    review: oneOf(REVIEWS),
    only: oneOf(INTENT_KINDS),
    level: oneOf(INTENT_LEVELS),
    sort: oneOf(INTENT_SORTS),
    by: oneOf(SHARE_KINDS),
  },
  cursor: [whole(0, 1), whole(0, KEY_MAX), id(), whole(0, 32_767)],
});

export type IntentFilter = FilterOf<typeof intentList>;

const PART_MAX = 32_767;

export const memberList = defineList({
  path: "/rationales/intents",
  name: "intent-rationales",
  filters: { part: whole(1, PART_MAX), level: oneOf(["fine", "finest"]) },
  cursor: [whole(0, INTEGER_MAX), id()],
});

export type MemberFilter = FilterOf<typeof memberList>;
