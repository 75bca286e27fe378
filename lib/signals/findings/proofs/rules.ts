import { POINTER_MAX } from "@/gateway/lint/types";
import { shownMessage, VALUES_SHOWN, valuesOf } from "../sent-values";
import type { Mistake, Proof, Refusal, TenantMistake, Told, Violation } from "../types";

// Mistakes of refused calls by field and kind. The worker stores them; pages combine them.

// Limit per tool and tenant, because calls can send any names.
const MISTAKES_MAX = 100;

type Noted = { violation: Violation; session: number; call: number; occurredAt: Date };

const kindOf = ({ kind, value }: Violation): Mistake["kind"] =>
  value === '""' && (kind === "value" || kind === "type") ? "empty" : kind;

/**
 * What the refused calls of one tool and tenant got wrong, the newest call first; what most of them
 * did comes first.
 */
export function mistakesIn(refusals: readonly Refusal[]): Mistake[] {
  const sessions = new Map<string | null, number>();
  const noted = new Map<string, { field: string; kind: Mistake["kind"]; list: Noted[] }>();
  for (const [call, { session, occurredAt, violations }] of refusals.entries()) {
    const number = sessions.get(session) ?? sessions.size;
    sessions.set(session, number);
    for (const violation of violations) {
      const { field } = violation;
      // Findings with longer paths are not shown.
      if (field.length > POINTER_MAX) continue;
      const kind = kindOf(violation);
      const known = noted.get(`${kind} ${field}`) ?? { field, kind, list: [] };
      known.list.push({ violation, session: number, call, occurredAt });
      noted.set(`${kind} ${field}`, known);
    }
  }
  return [...noted.values()]
    .toSorted((a, b) => b.list.length - a.list.length)
    .slice(0, MISTAKES_MAX)
    .flatMap(({ field, kind, list }) => {
      const [newest] = list;
      if (!newest) return [];
      return {
        ...{ field, kind, newestAt: newest.occurredAt, message: shownMessage(newest.violation) },
        calls: setOf(list.map(({ call }) => call)),
        sessions: setOf(list.map(({ session }) => session)),
        sent: valuesOf(list.map(({ violation }) => violation)),
      };
    });
}

const setOf = (numbers: readonly number[]): string =>
  numbers.reduce((bits, one) => bits | (1n << BigInt(one)), 0n).toString(16);

const sizeOf = (bits: bigint): number => bits.toString(2).replaceAll("0", "").length;

/**
 * Calls and sessions with any of these mistakes. Takes unions per tenant, because one call can have
 * several.
 */
export function countsOf(mistakes: readonly TenantMistake[]): Pick<Proof, "calls" | "sessions"> {
  const byTenant = new Map<string, { calls: bigint; sessions: bigint }>();
  for (const { tenantId, calls, sessions } of mistakes) {
    const known = byTenant.get(tenantId) ?? { calls: 0n, sessions: 0n };
    byTenant.set(tenantId, {
      calls: known.calls | BigInt(`0x${calls}`),
      sessions: known.sessions | BigInt(`0x${sessions}`),
    });
  }
  let [calls, sessions] = [0, 0];
  for (const sets of byTenant.values()) {
    calls += sizeOf(sets.calls);
    sessions += sizeOf(sets.sessions);
  }
  return { calls, sessions };
}

export function valuesIn(mistakes: readonly Mistake[]): Told[] {
  const values = new Map<string, Told>();
  for (const one of mistakes.flatMap(({ sent }) => sent)) {
    const known = values.get(one.value);
    values.set(one.value, known ? { ...known, calls: known.calls + one.calls } : one);
  }
  return [...values.values()].toSorted((a, b) => b.calls - a.calls).slice(0, VALUES_SHOWN);
}
