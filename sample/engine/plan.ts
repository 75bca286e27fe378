import type { SampleOrder } from "@/lib/onboarding/sample/types";
import type { World } from "../stories/all";
import { Chance } from "./chance";

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const LEARNT_DAYS = 16;
const HISTORY_HOURS = 8 * 7 * 24;

// Average calls per session, from a thousand sessions of each kind, including retries.
const CALLS_A_SESSION = { plain: 3.23, held: 2.5 };
const DECIDED_USUAL = 380;

/** Everything derived from an order. The same order always gives the same rows. */
export type Plan = ReturnType<typeof planOf>;
export type PlannedTenant = Plan["tenants"][number];
export type PlannedGateway = Plan["gateways"][number];

export function planOf(world: World, { seed, anchorAt, pending, calls }: SampleOrder) {
  const chance = new Chance(`${seed}/plan`);
  // The end of the history, and its start.
  const anchor = anchorAt.getTime();
  const begin = anchor - HISTORY_HOURS * HOUR_MS;
  const tenants = world.companies.map((company) => ({ ...company, id: chance.id(begin) }));
  const gateways = world.gateways.map((gateway) => ({
    ...gateway,
    id: chance.id(begin),
    keyId: chance.id(begin),
    tenants: tenants.filter((tenant) => tenant.gateways.includes(gateway.name)).map(({ id }) => id),
  }));
  const decided = Math.max(DECIDED_USUAL, Math.round(pending / 5));
  const rest = calls - (decided + pending) * CALLS_A_SESSION.held;
  const plain = Math.max(0, Math.round(rest / CALLS_A_SESSION.plain));
  const sessions = { plain, decided, waiting: pending };
  const shares = tenants.map((tenant) => [tenant.weight, tenant] as const);
  const storiesOf = (key: string, held: boolean) =>
    world.stories
      .filter((story) => story.companies.includes(key) && (story.held !== undefined) === held)
      .map((story) => [story.weight, story] as const);
  const stories = new Map(
    tenants.map(({ key }) => [key, { held: storiesOf(key, true), plain: storiesOf(key, false) }]),
  );
  return {
    world,
    seed,
    anchor,
    begin,
    tenants,
    gateways,
    sessions,
    progress: progressOf(begin),
    shares,
    stories,
  };
}

/**
 * Share of all work done by the end of each hour: more in working hours, on weekdays and in later
 * weeks.
 */
function progressOf(begin: number): number[] {
  let sum = 0;
  const sums = Array.from({ length: HISTORY_HOURS }, (_, hour) => {
    const at = new Date(begin + hour * HOUR_MS);
    const [day, time] = [at.getUTCDay(), at.getUTCHours()];
    const evening = time >= 5 && time <= 21 ? 0.24 : 0.05;
    const busy = time >= 7 && time <= 17 ? 1 - Math.abs(time - 12) / 14 : evening;
    sum += busy * (day === 0 || day === 6 ? 0.22 : 1) * (0.55 + (0.9 * hour) / HISTORY_HOURS);
    return sum;
  });
  return sums.map((part) => part / sum);
}

/** The moment at which `share` of all work is done. */
export function momentOf({ progress, begin }: Plan, share: number): number {
  let [low, high] = [0, progress.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((progress[middle] ?? 1) < share) low = middle + 1;
    else high = middle;
  }
  const before = progress[low - 1] ?? 0;
  const within = (share - before) / Math.max(1e-12, (progress[low] ?? 1) - before);
  return begin + (low + Math.min(1, Math.max(0, within))) * HOUR_MS;
}

/** The gateway that offers a provider to a tenant. */
export function gatewayOf({ gateways }: Plan, tenantId: string, provider: string): PlannedGateway {
  const found = gateways.find((one) => one.providers.includes(provider) && one.tenants.includes(tenantId));
  if (!found) throw new Error(`no gateway of the sample offers ${provider} to that tenant`);
  return found;
}
