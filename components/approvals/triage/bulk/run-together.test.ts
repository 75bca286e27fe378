import { expect, test } from "vitest";
import { runTogether } from "./run-together";

const items = Array.from({ length: 45 }, (_, i) => ({ id: String(i) }));

test("every call gets an outcome, in order, a few at a time", async () => {
  const steps: number[] = [];
  const outcomes = await runTogether(
    items,
    async (some) => ({
      ok: true,
      results: some.map(({ id }) =>
        id === "21" ? { id, ok: false, code: "CONFLICT", message: "Ines was first" } : { id, ok: true },
      ),
    }),
    (done) => steps.push(done),
  );
  expect(steps).toEqual([20, 40, 45]);
  expect(outcomes.map((one) => one.id)).toEqual(items.map((item) => item.id));
  expect(outcomes[21]).toEqual({ id: "21", state: "refused", message: "Ines was first" });
});

test("when no answer comes, what was asked is not known and the rest was not sent", async () => {
  let calls = 0;
  const outcomes = await runTogether(
    items,
    async (some) => {
      calls += 1;
      if (calls === 2) throw new TypeError("fetch failed");
      return { ok: true, results: some.map(({ id }) => ({ id, ok: true as const })) };
    },
    () => undefined,
  );
  expect(outcomes.map((one) => one.state)).toEqual([
    ...Array<string>(20).fill("done"),
    ...Array<string>(20).fill("unknown"),
    ...Array<string>(5).fill("unsent"),
  ]);
});
