import { afterAll, expect, test } from "vitest";
import { closeDatabase, ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { getPreferences, preferencesChangeSchema, savePreferences } from "./preferences";
import { DEFAULT_PREFERENCES } from "./types";

const system = systemScope("tests");

afterAll(closeDatabase);

const somebody = async () => aPerson([await aTenant()], "viewer");

const store = (id: string, preferences: object) =>
  ingest(system, (tx) => tx.user.update({ where: { id }, data: { preferences } }));

test("whoever chose nothing gets the defaults", async () => {
  expect(await getPreferences(await somebody())).toEqual(DEFAULT_PREFERENCES);
});

test("a change leaves the rest as it was", async () => {
  const scope = await somebody();
  await savePreferences(scope, { theme: "dark", keys: { remap: { approve: "p" } } });
  await savePreferences(scope, { keys: { enabled: false }, zone: "Europe/Berlin", openNext: false });
  const all = await savePreferences(scope, { notify: { atLeast: "high" } });
  expect(all).toEqual({
    theme: "dark",
    density: "comfortable",
    zone: "Europe/Berlin",
    openNext: false,
    keys: { enabled: false, remap: { approve: "p" } },
    notify: { browser: false, atLeast: "high" },
  });
  expect(await getPreferences(scope)).toEqual(all);
  expect((await savePreferences(scope, { zone: null, keys: { remap: {} } })).zone).toBeNull();
});

test("changes from two tabs at once both stay", async () => {
  const scope = await somebody();
  await Promise.all([
    savePreferences(scope, { theme: "dark" }),
    savePreferences(scope, { density: "compact" }),
    savePreferences(scope, { keys: { enabled: false } }),
    savePreferences(scope, { notify: { browser: true } }),
  ]);
  expect(await getPreferences(scope)).toMatchObject({
    theme: "dark",
    density: "compact",
    keys: { enabled: false },
    notify: { browser: true },
  });
});

test("what another version stored does no harm", async () => {
  const scope = await somebody();
  await store(scope.actor.id, {
    theme: "sepia",
    density: "compact",
    zone: "Mars/Olympus",
    keys: { enabled: "yes", remap: { approve: 7 } },
    notify: null,
    secret: "from the future",
  });
  expect(await getPreferences(scope)).toEqual({ ...DEFAULT_PREFERENCES, density: "compact" });
  await store(scope.actor.id, []);
  expect(await getPreferences(scope)).toEqual(DEFAULT_PREFERENCES);
});

test.each([
  { theme: "sepia" },
  { zone: "Mars/Olympus" },
  { role: "admin" },
  { keys: { remap: { approve: "x".repeat(41) } } },
  { keys: { remap: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, "a"])) } },
  { notify: { atLeast: "extreme" } },
])("%j is refused before it is stored", (change) => {
  expect(preferencesChangeSchema.safeParse(change).success).toBe(false);
});
