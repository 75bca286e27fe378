import { oneOf, textIn } from "@/lib/core/address";
import { midnight } from "@/lib/insights/trail/filter";
import type { DeliveryFilter } from "./queries";
import { DELIVERY_STATES } from "./types";

type Shown = { state?: string; type?: string; since?: string; until?: string; cursor?: string };

/**
 * What the address of the delivery log asks for, as it is shown and as it is looked for. Days are those of the reader's zone.
 * Anything unknown is left out.
 */
export function parseLogFilter(
  query: Record<string, string | string[] | undefined>,
  zone: string,
): { shown: Shown; filter: DeliveryFilter } {
  const one = (name: string) => textIn(query[name]);
  const state = oneOf(DELIVERY_STATES, query.state);
  const [type, cursor, since, until] = [one("type"), one("cursor"), dayOf(one("since")), dayOf(one("until"))];
  return {
    shown: { state, type, since, until, cursor },
    filter: {
      state,
      type,
      cursor,
      since: since === undefined ? undefined : new Date(midnight(since, zone, 0)),
      until: until === undefined ? undefined : new Date(midnight(until, zone, 1)),
    },
  };
}

function dayOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}
