import { expect, test } from "vitest";
import { mountedRoutes } from "./routes";
import { misfits, TABLE } from "./table";
import { ownVerbs } from "./verbs.mjs";

// A shorter text is no sentence.
const REASON_MIN = 20;

const rows = Object.values(TABLE).flat();

test("every command, action and route has a row, and every row is about one", async () => {
  const { commands, actions, routes } = ownVerbs();
  const functions = [...commands, ...actions].map(({ file, name }) => `${file} ${name}`);
  const mounted = await mountedRoutes(process.cwd(), routes);
  expect(misfits([...functions, ...mounted.keys()], rows)).toEqual({ withoutRow: [], noVerb: [] });
});

test("what cannot be refused says why", () => {
  const reasons = rows.flatMap((row) => row.reasons);
  expect(reasons.length).toBeGreaterThan(0);
  expect(reasons.filter((reason) => reason.trim().length < REASON_MIN)).toEqual([]);
});
