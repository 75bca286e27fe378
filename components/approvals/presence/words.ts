import { TENANTS_NAMED, type TenantThere, type Whereabouts } from "@/lib/approvals/deciders/types";
import { all } from "@/lib/core/text/either";

type Counted = Pick<Whereabouts, "eligible" | "away" | "onCall" | "hasShifts">;

/**
 * Of several tenants: `alone`, where no one or only the viewer would answer, and the others. One tenant may have everyone
 * and another no one, so a sum would mislead.
 */
export function linesOfTenants(tenants: readonly TenantThere[]): {
  alone: string | null;
  others: string | null;
} {
  const none = tenants.filter(({ available }) => available === 0);
  const viewer = tenants.filter(({ isViewerAlone }) => isViewerAlone);
  const others = tenants.filter(({ available, isViewerAlone }) => available > 0 && !isViewerAlone);
  if (none.length === tenants.length) return { alone: "No one is available", others: null };
  if (viewer.length === tenants.length) return { alone: "Only you are available", others: null };
  const alone = [
    ...(none.length > 0 ? [`no one available for ${named(none)}`] : []),
    ...(viewer.length > 0 ? [`only you available for ${named(viewer)}`] : []),
  ].join("; ");
  const line = others.length > 0 ? othersWords(others, others.length < tenants.length) : null;
  return {
    alone: alone === "" ? null : capital(alone),
    others: line !== null && alone === "" ? capital(line) : line,
  };
}

const capital = (line: string) => line.charAt(0).toUpperCase() + line.slice(1);

function othersWords(others: readonly TenantThere[], areSome: boolean): string {
  if (others.length > TENANTS_NAMED) {
    const least = Math.min(...others.map(({ available }) => available));
    return `at least ${least} available for each of ${others.length} ${areSome ? "other " : ""}tenants`;
  }
  const [first, ...rest] = others.map(({ key, eligible, available }) => ({
    key,
    of: `${available} of ${eligible}`,
  }));
  return [`${first?.of} available for ${first?.key}`, ...rest.map(({ key, of }) => `${of} for ${key}`)].join(
    ", ",
  );
}

function named(tenants: readonly TenantThere[]): string {
  const keys = tenants.slice(0, TENANTS_NAMED).map(({ key }) => key);
  const more = tenants.length - keys.length;
  return all(more === 0 ? keys : [...keys, more === 1 ? "1 more tenant" : `${more} more tenants`]);
}

/** "1 on call; 2 of 3 eligible are away". */
export function lineOf({ eligible, away, onCall, hasShifts }: Counted): string {
  const shifts = hasShifts ? [onCall === 0 ? "No one on call" : `${onCall} on call`] : [];
  return capital([...shifts, awayWords(eligible, away)].join("; "));
}

function awayWords(eligible: number, away: number): string {
  if (away === 0) return eligible === 1 ? "1 person can decide" : `${eligible} people can decide, none away`;
  if (away === eligible)
    return eligible === 1 ? "the only eligible person is away" : `all ${eligible} eligible are away`;
  return `${away} of ${eligible} eligible ${away === 1 ? "is" : "are"} away`;
}
