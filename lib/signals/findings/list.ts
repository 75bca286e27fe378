import { FINDING_CODES } from "@/gateway/lint/types";
import { oneOf, text, whole } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { CALL_CODES } from "@/lib/tools/findings/types";
import { FINDING_VIEWS } from "./types";

const COST_MAX = 999_999_999;

/** Findings of all tools: by cost, warnings first, then by a key of tool and finding. */
export const findingList = defineList({
  path: "/tools/findings",
  name: "findings",
  views: { of: FINDING_VIEWS, usual: () => "open" },
  filters: {
    code: oneOf([...CALL_CODES, ...FINDING_CODES]),
    severity: oneOf(["warning", "info"]),
    provider: text(),
    gateway: text(),
    tool: text(),
    tenant: text(),
  },
  cursor: [whole(0, COST_MAX), whole(0, 1), text()],
});

export type FindingFilter = FilterOf<typeof findingList>;
