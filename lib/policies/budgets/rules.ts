import { decimalText, readDecimal, scaledDecimal, scaledText } from "@/lib/core/json/decimals";
import type { CallForPolicies } from "../call";
import { folded } from "../conditions/patterns";
import type { ArgumentValues } from "../conditions/values";
import type { Budget, BudgetOfCall, BudgetPeriod, BudgetShareOfCall } from "./types";

// A budget has a sliding window of steps, so that counts stay small for any number of calls. A step
// counts until it has passed completely, so no hour or day ever exceeds the budget.

/** Length of a step in seconds, and how many a budget looks back in addition to the current one. */
export const STEPS: Record<BudgetPeriod, { seconds: number; back: number }> = {
  hour: { seconds: 60, back: 60 },
  day: { seconds: 900, back: 96 },
};

export const STEPS_KEPT = 96;

/** A new limit keeps the count; a new name, measure, period or share starts another one. */
export function budgetKey(policy: string, { of, per, each }: Budget): string {
  return JSON.stringify([policy, of, per, each]);
}

type Caller = Pick<CallForPolicies, "agent" | "sessionId" | "onBehalfOf">;

const NAMED = { agent: "agent", session: "sessionId", on_behalf_of: "onBehalfOf" } as const;

export function subjectOf({ each }: Budget, call: Caller): string {
  return each === "tenant" ? "" : folded(call[NAMED[each]] ?? "");
}

/**
 * What a call takes of a budget. Null without an exact amount: missing, not a number, negative or
 * too long. Such a call fits no budget, because a missing amount often means everything.
 */
export function amountOf({ of }: Budget, values: ArgumentValues): string | null {
  if (of === null) return "1";
  const numbers = values(of).numbers();
  if (numbers.length === 0) return null;
  let sum = 0n;
  for (const number of numbers) {
    const scaled = number && scaledDecimal(number);
    if (scaled === null || scaled < 0n) return null;
    sum += scaled;
  }
  return decimalText(sum);
}

export type Uses = { steps: readonly number[]; amounts: readonly string[] };

/** A budget before a call: its use, whether the call has room, and when it will. */
export type BudgetState = BudgetOfCall & { hasRoom: boolean };

/** @param uses undefined: nothing ran yet */
export function stateOf(
  budget: Budget,
  { subject, amount }: { subject: string; amount: string | null },
  uses: Uses | undefined,
  now: Date,
): BudgetState {
  const { back } = STEPS[budget.per];
  const from = stepAt(budget.per, now) - back;
  const recent = (uses?.steps ?? []).flatMap((step, at) =>
    step < from ? [] : [{ step, amount: scaledText(uses?.amounts[at] ?? "0") }],
  );
  const used = recent.reduce((sum, one) => sum + one.amount, 0n);
  const most = limitOf(budget);
  const wanted = amount === null ? null : scaledText(amount);
  const hasRoom = wanted !== null && used + wanted <= most;
  const freesAt =
    hasRoom || wanted === null || wanted > most ? null : roomAt(budget.per, recent, most - wanted);
  return { ...budget, subject, used: decimalText(used), amount, freesAt, hasRoom };
}

function limitOf({ atMost }: Budget): bigint {
  const decimal = readDecimal(String(atMost));
  return (decimal && scaledDecimal(decimal)) ?? 0n;
}

export function stepAt(per: BudgetPeriod, now: Date): number {
  return Math.floor(now.getTime() / 1_000 / STEPS[per].seconds);
}

/** When at most `most` of it remains counted. */
function roomAt(
  per: BudgetPeriod,
  recent: readonly { step: number; amount: bigint }[],
  most: bigint,
): string | null {
  const { seconds, back } = STEPS[per];
  const sorted = [...recent].sort((a, b) => a.step - b.step);
  let left = sorted.reduce((sum, one) => sum + one.amount, 0n);
  for (const { step, amount } of sorted) {
    left -= amount;
    if (left <= most) return new Date((step + back + 1) * seconds * 1_000).toISOString();
  }
  return null;
}

/** The same count with one more call; for counts in memory. */
export function withUse(uses: Uses | undefined, per: BudgetPeriod, at: Date, amount: string): Uses {
  const step = stepAt(per, at);
  const kept = (uses?.steps ?? []).flatMap((one, index) =>
    one < step - STEPS_KEPT ? [] : [[one, uses?.amounts[index] ?? "0"] as const],
  );
  const known = kept.find(([one]) => one === step)?.[1] ?? "0";
  const others = kept.filter(([one]) => one !== step);
  const all = [...others, [step, decimalText(scaledText(known) + scaledText(amount))] as const];
  return { steps: all.map(([one]) => one), amounts: all.map(([, sum]) => sum) };
}

export type ReachedBudget = {
  budget: Budget;
  key: string;
  subject: string;
  amount: string | null;
};

export function shareOfCall({ budget: { per }, key, subject, amount }: ReachedBudget): BudgetShareOfCall[] {
  return amount === null ? [] : [{ key, subject, amount, per }];
}

export function countName({ key, subject }: Pick<ReachedBudget, "key" | "subject">): string {
  return `${key} ${subject}`;
}
