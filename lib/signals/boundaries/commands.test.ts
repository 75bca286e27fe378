import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { nameAxis } from "./commands";

const system = systemScope("tests");

async function aSetting() {
  const tenant = await aTenant();
  const person = await aPerson([tenant], "triager");
  const name = (alias: string, axis: string | null, seen: string | null = null) =>
    nameAxis(person, { tenantId: tenant.id, alias, axis, seen });
  const words = async () =>
    (await read(system, (tx) => tx.boundaryAlias.findMany({ where: { tenantId: tenant.id } }))).map(
      ({ alias, axis }) => `${alias} → ${axis}`,
    );
  const trail = () =>
    read(system, (tx) =>
      tx.activity.findMany({
        where: { tenantId: tenant.id, action: { startsWith: "tool.axis" } },
        orderBy: { seq: "asc" },
      }),
    );
  return { tenant, person, name, words, trail };
}

describe("what a word is counted as", () => {
  test("is said, changed and taken back, and the trail tells each", async () => {
    const { name, words, trail, tenant } = await aSetting();
    expect(await name("films", "domain")).toEqual({ alias: "films", axis: "domain" });
    await name("films", "movies", "domain");
    expect(await words()).toEqual(["films → movies"]);
    await name("films", null, "movies");
    expect(await words()).toEqual([]);
    const rows = await trail();
    expect(rows.map(({ action }) => action)).toEqual([
      "tool.axis_named",
      "tool.axis_named",
      "tool.axis_unnamed",
    ]);
    expect(rows[1]).toMatchObject({ subjectKind: "tenant", subjectId: tenant.id });
    expect(JSON.stringify(rows[1]?.details)).toContain("films");
  });

  test("is not overwritten by whoever saw another", async () => {
    const { name, words } = await aSetting();
    await name("films", "domain");
    await expect(name("films", "movies")).rejects.toMatchObject({ code: "STALE_VIEW" });
    await expect(name("other", null, "domain")).rejects.toMatchObject({ code: "STALE_VIEW" });
    expect(await words()).toEqual(["films → domain"]);
  });

  test("is never a chain, in either direction", async () => {
    const { name, words } = await aSetting();
    await name("films", "domain");
    await expect(name("movies", "films")).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Choose “domain”"),
    });
    await expect(name("domain", "knowledge")).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await words()).toEqual(["films → domain"]);
  });

  test("does not become a circle when two people say it at once", async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { name, words } = await aSetting();
      const said = await Promise.allSettled([name("films", "movies"), name("movies", "films")]);
      expect(said.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await words()).toHaveLength(1);
    }
  });
});

test("words are taken in one spelling, and by the table of synonyms", async () => {
  const { name, words } = await aSetting();
  expect(await name("Film Knowledge", " Domain_Words ")).toEqual({
    alias: "film-knowledge",
    axis: "domain-words",
  });
  expect(await name("HTTP", "films")).toEqual({ alias: "transport", axis: "films" });
  for (const [alias, axis] of [
    ["films", "Films!"],
    ["http", "Network"],
    ["films", "…"],
  ] as const)
    await expect(name(alias, axis)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await words()).toHaveLength(2);
});
