import { Chance } from "../chance/rules";
import { COMPANIES, type Company, GATEWAYS, type GatewayPlan } from "../world/rules";

/** Weeks of history. */
export const WEEKS = 8;
const HOUR_MS = 3_600_000;
const HISTORY_MS = WEEKS * 7 * 24 * HOUR_MS;

export type Size = {
  /** Approvals that wait. */
  pending: number;
  /** Calls, about. */
  calls: number;
};

/** What a newcomer gets: enough to fill every page, little enough to load in seconds. */
export const USUAL_SIZE: Size = { pending: 46, calls: 9_000 };

export type PlannedTenant = Company & { id: string };
export type PlannedGateway = GatewayPlan & { id: string; keyId: string; tenants: readonly string[] };

/** Everything that follows from seed, moment and size. The same plan tells the same story, whoever asks and how often. */
export type Plan = {
  seed: string;
  /** The moment that history leads up to. */
  anchor: Date;
  begin: Date;
  size: Size;
  tenants: readonly PlannedTenant[];
  gateways: readonly PlannedGateway[];
  /** Sessions without a held call, with a decided one, with one that waits. */
  sessions: { plain: number; decided: number; waiting: number };
  /** The share of all work that is done by the end of each hour of history. */
  progress: readonly number[];
};

// Measured over a thousand sessions of each kind, retries included.
const CALLS_A_SESSION = { plain: 3.53, held: 2.5 };
const DECIDED_USUAL = 380;

export function planOf(seed: string, anchor: Date, size: Size): Plan {
  const chance = new Chance(`${seed}/plan`);
  const begin = new Date(anchor.getTime() - HISTORY_MS);
  const tenants = COMPANIES.map((company) => ({ ...company, id: chance.id(begin.getTime()) }));
  const gateways = GATEWAYS.map((gateway) => ({
    ...gateway,
    id: chance.id(begin.getTime()),
    keyId: chance.id(begin.getTime()),
    tenants: tenants.filter((tenant) => tenant.gateways.includes(gateway.name)).map((tenant) => tenant.id),
  }));
  const decided = Math.max(DECIDED_USUAL, Math.round(size.pending / 5));
  const rest = size.calls - (decided + size.pending) * CALLS_A_SESSION.held;
  const plain = Math.max(0, Math.round(rest / CALLS_A_SESSION.plain));
  const sessions = { plain, decided, waiting: size.pending };
  return { seed, anchor, begin, size, tenants, gateways, sessions, progress: workOverTime(begin) };
}

/** More work in working hours, on weekdays and with every week that passes. */
function workOverTime(begin: Date): number[] {
  const hours = WEEKS * 7 * 24;
  let sum = 0;
  const sums = Array.from({ length: hours }, (_, hour) => {
    const at = new Date(begin.getTime() + hour * HOUR_MS);
    const [day, time] = [at.getUTCDay(), at.getUTCHours()];
    const busy =
      time >= 7 && time <= 17 ? 1 - Math.abs(time - 12) / 14 : time >= 5 && time <= 21 ? 0.24 : 0.05;
    sum += busy * (day === 0 || day === 6 ? 0.22 : 1) * (0.55 + (0.9 * hour) / hours);
    return sum;
  });
  return sums.map((part) => part / sum);
}

/** The moment at which `share` of all work is done. */
export function momentOf(plan: Plan, share: number): number {
  let [low, high] = [0, plan.progress.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((plan.progress[middle] ?? 1) < share) low = middle + 1;
    else high = middle;
  }
  const before = low === 0 ? 0 : (plan.progress[low - 1] ?? 0);
  const within = (share - before) / Math.max(1e-12, (plan.progress[low] ?? 1) - before);
  return plan.begin.getTime() + (low + Math.min(1, Math.max(0, within))) * HOUR_MS;
}

/** The gateway that offers a provider to a tenant. */
export function gatewayOf(plan: Plan, tenantId: string, provider: string): PlannedGateway {
  const offering = plan.gateways.filter((gateway) => gateway.providers.includes(provider));
  const found = offering.find((gateway) => gateway.tenants.includes(tenantId));
  if (!found) throw new Error(`no gateway of the sample offers ${provider} to that tenant`);
  return found;
}
