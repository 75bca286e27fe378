import type { KeyState } from "@/lib/gateways/types";
import type { GatewayHealth } from "@/lib/insights/types";
import { counted } from "./counted";

const capped = (count: number, most: number, one: string, many: string) =>
  count > most ? `more than ${counted(most, one, many)}` : counted(count, one, many);

export const GATEWAYS = {
  description:
    "The systems that send calls here and execute them. Each asks with a key, and learns decisions at its callback URL or from the events feed.",
  missingRowHint:
    "It does not exist, was deleted after its retention time, or belongs to a tenant you may not see.",
};

export const GATEWAY_TABS = {
  label: "Parts of this gateway",
  overview: "Overview",
  keys: "Keys",
  callback: "Callback",
  deliveries: "Delivery log",
  requests: "Requests",
};

export const REGISTER = {
  tenantsHint: (known: readonly string[]) =>
    known.length > 0
      ? `Tenant keys, separated by commas; Countersign creates the missing ones. There are: ${known.join(", ")}.`
      : "Tenant keys, separated by commas, for example acme, globex. Countersign creates the missing ones.",
};

export const HEALTH = {
  failureWords: (hour: number, day: number, most: number) =>
    day === 0
      ? "none in the last day"
      : `${hour > most ? `more than ${most}` : hour} in the last hour, ${day > most ? `more than ${most}` : day} in the last day`,
  owedWords: (count: number, most: number) =>
    count === 0 ? "nothing: every callback has ended" : capped(count, most, "callback", "callbacks"),
  deadWords: (count: number, most: number) =>
    count === 0 ? "none" : capped(count, most, "callback", "callbacks"),
  refusedWords: (count: number, most: number) =>
    count === 0 ? "none in the last day" : `${capped(count, most, "request", "requests")} in the last day`,
  feedWords: (behind: number, most: number) =>
    behind === 0 ? "read to its end" : `${capped(behind, most, "event", "events")} not yet read`,
  keyWords: ({ activeKeys, idleKeys, endingKeys }: GatewayHealth, idleDays: number, many: number) =>
    [
      activeKeys === 0 ? "none: it cannot ask" : counted(activeKeys, "key"),
      idleKeys > 0 && `${idleKeys} unused for ${idleDays} days`,
      endingKeys > 0 && `${endingKeys} ending within a day`,
      activeKeys > many && "more than anyone can keep an eye on",
    ]
      .filter(Boolean)
      .join(", "),
};

export const KEYS = {
  states: {
    active: "Active",
    ending: "Being replaced",
    ended: "Ended",
    revoked: "Revoked",
  } satisfies Record<KeyState, string>,
  overlaps: [
    { value: "24", label: "in 24 hours" },
    { value: "168", label: "in 7 days" },
    { value: "0", label: "now: it may have leaked" },
    { value: "own", label: "after a number of hours" },
  ],
};

export const CALLBACK = {
  owed: (count: number, most: number) =>
    count === 0
      ? "Nothing is owed at the moment."
      : `${capped(count, most, "callback is", "callbacks are")} owed. With a new address they are sent there at once; on the same origin, those with a path of their own keep it. Without an address they are given up.`,
  none: "No address: the gateway reads decisions from the events feed.",
  overlaps: [
    { value: "24", label: "for 24 more hours" },
    { value: "168", label: "for 7 more days" },
    { value: "0", label: "no longer: it may have leaked" },
    { value: "own", label: "for a number of hours" },
  ],
};
