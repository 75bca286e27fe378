import { DomainError } from "@/lib/core/errors";
import type { Blockers } from "./types";

const WORDS: Record<keyof Blockers, (count: number) => string> = {
  pending: (count) => `${count} ${count === 1 ? "call waits" : "calls wait"} for a decision`,
  awaiting: (count) => `${count} approved ${count === 1 ? "call has" : "calls have"} not started`,
  executing: (count) => `${count} ${count === 1 ? "call is" : "calls are"} running`,
  untold: (count) => `${count} ${count === 1 ? "callback is" : "callbacks are"} still owed to gateways`,
};

/** @throws DomainError CONFLICT while something of the tenant is in progress */
export function assertNothingUnderWay(key: string, blockers: Blockers): void {
  const names = Object.keys(WORDS) as (keyof Blockers)[];
  const reasons = names.filter((name) => blockers[name] > 0).map((name) => WORDS[name](blockers[name]));
  if (reasons.length === 0) return;
  throw new DomainError(
    "CONFLICT",
    `${key} was not deleted: ${reasons.join(", ")}. Cancel or decide them, wait until they are done, then try again.`,
  );
}
