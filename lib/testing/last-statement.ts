import { afterEach, expect } from "vitest";
import { watchStatements } from "./watch";

// In every test: appending to the trail is the last statement of its transaction, because it locks
// the tenant's chain.

const APPEND = /\bselect append_activity\s*\(/i;
const END = /^\s*(?:commit|rollback)\b/i;

const store = globalThis as { countersignLate?: string[] };

if (!store.countersignLate) {
  const late: string[] = [];
  const appended = new WeakSet<object>();
  store.countersignLate = late;
  watchStatements((client, statement) => {
    if (END.test(statement)) appended.delete(client);
    else if (appended.has(client)) late.push(statement.trim());
    else if (APPEND.test(statement)) appended.add(client);
    return undefined;
  });
}

/** Statements after an append so far, for tests of this check. */
export function forgetLate(): string[] {
  return store.countersignLate?.splice(0) ?? [];
}

afterEach(() => {
  expect(forgetLate(), "statements that came after the append to the trail").toEqual([]);
});
