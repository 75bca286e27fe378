import { id, oneOf, text, time, timestamp } from "@/lib/core/list/kinds";
import { defineList, type FilterOf } from "@/lib/core/list/list";
import { ATTEMPT_CHOICES, CLASS_CHOICES, OUTCOMES, RAN_ON } from "../types";
import { WITHIN } from "./types";

/** Path and order of the log, which the API shares. Times stay as written. */
export const callList = defineList({
  path: "/rationales",
  name: "calls",
  filters: {
    q: text(),
    /** How `q` is searched; absent: by its words. */
    search: oneOf(["wording"]),
    similar: id(),
    tool: text(),
    provider: text(),
    class: oneOf(CLASS_CHOICES),
    outcome: oneOf(OUTCOMES),
    agent: text(),
    model: text(),
    method: text(),
    session: text(),
    gateway: text(),
    tenant: text(),
    approval: id(),
    axis: text(),
    rationale: oneOf(["missing"]),
    spot: text(),
    sent: text(),
    attempt: oneOf(ATTEMPT_CHOICES),
    next: text(),
    purpose: oneOf(["other"]),
    held: oneOf(["yes"]),
    ran_on: oneOf(RAN_ON),
    intent: id(),
    within: oneOf(WITHIN),
    since: time(),
    until: time(),
  },
  cursor: [timestamp(), id()],
});

export type LogFilter = FilterOf<typeof callList>;
