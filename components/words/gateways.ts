import { capped } from "./counts";

export const NO_CALLBACK_URL = "No address: the gateway reads decisions from the events feed.";

/** The hint of the tenants field; a gateway may name new ones. */
export function tenantsHint(known: readonly string[]): string {
  return known.length > 0
    ? `Tenant keys, separated by commas; Countersign creates the missing ones. There are: ${known.join(", ")}.`
    : "Tenant keys, separated by commas, for example acme, globex. Countersign creates the missing ones.";
}

// A gateway's health. Counts are capped at `most`.

export function failureWords(hour: number, day: number, most: number): string {
  const some = (count: number) => (count > most ? `more than ${most}` : count);
  return day === 0 ? "none in the last day" : `${some(hour)} in the last hour, ${some(day)} in the last day`;
}

export function owedWords(count: number, most: number): string {
  return count === 0 ? "none: every callback was delivered or given up" : capped(count, most, "callback");
}

export function callbackWords(count: number, most: number): string {
  return count === 0 ? "none" : capped(count, most, "callback");
}

export function feedWords(behind: number, most: number): string {
  return behind === 0 ? "read to its end" : `${capped(behind, most, "event")} not yet read`;
}
