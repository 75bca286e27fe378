import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { type DerivedView, makeDue } from "./derived-view";

type Of = { tenantId: string };

const [first, second] = [{ tenantId: newId() }, { tenantId: newId() }];

/** Counts per tenant; `left` is the number of transactions after which more is left. */
function counting(left: number, steps = 1, held: (of: Of) => boolean = () => true) {
  const kept: [string, number][] = [];
  const view: DerivedView<Of, number, number> = {
    name: "counts",
    steps,
    due: async (_, only) => [first, second].filter(({ tenantId }) => (only ?? tenantId) === tenantId),
    hold: async (_, of) => held(of),
    facts: async () => [1, 2, 3],
    rules: (fact) => (fact === 2 ? [] : [10 * fact]),
    keep: async (_, { tenantId }, found) => {
      kept.push([tenantId, found.reduce((sum, one) => sum + one, 0)]);
      return kept.filter(([id]) => id === tenantId).length <= left;
    },
  };
  return { kept, view };
}

test("what the rules find in the facts is kept for each that is due", async () => {
  const { kept, view } = counting(0);
  expect(await makeDue(view)).toBe(false);
  expect(kept).toEqual([
    [first.tenantId, 40],
    [second.tenantId, 40],
  ]);
});

test("while more is left it goes on, as many steps as it has, and says whether more is left", async () => {
  const enough = counting(1, 3);
  expect(await makeDue(enough.view, { only: first.tenantId })).toBe(false);
  expect(enough.kept).toHaveLength(2);
  const short = counting(5, 3);
  expect(await makeDue(short.view, { only: first.tenantId })).toBe(true);
  expect(short.kept).toHaveLength(3);
});

test("what another process makes is left to it, and one that fails lets the others have theirs", async () => {
  const { kept, view } = counting(0, 1, ({ tenantId }) => tenantId !== first.tenantId);
  await makeDue(view);
  expect(kept.map(([id]) => id)).toEqual([second.tenantId]);
  const wrong = new Error("planted");
  const broken = counting(0, 1, (of) => {
    if (of === first) throw wrong;
    return true;
  });
  await expect(makeDue(broken.view)).rejects.toMatchObject({ errors: [wrong] });
  expect(broken.kept.map(([id]) => id)).toEqual([second.tenantId]);
});

test("the signal ends a pass between two transactions", async () => {
  const stop = new AbortController();
  const { kept, view } = counting(5, 3, () => {
    stop.abort();
    return true;
  });
  expect(await makeDue(view, { signal: stop.signal })).toBe(false);
  expect(kept).toHaveLength(1);
});
