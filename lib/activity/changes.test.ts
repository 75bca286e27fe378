import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { snake } from "@/lib/core/casing";
import { changesBetween, type Row } from "./changes";

// Every column of the schema, so that new columns are covered automatically.
const COLUMNS: readonly { model: string; name: string; type: string }[] = readdirSync("prisma/schema")
  .map((file) => readFileSync(`prisma/schema/${file}`, "utf8"))
  .flatMap((source) => [...source.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)])
  .flatMap(([, model = "", body = ""]) =>
    [...body.matchAll(/^ {2}(\w+) +(\w+)/gm)].map(([, name = "", type = ""]) => ({ model, name, type })),
  );

const SECRET = /password|hash|cipher|secret|token|redemptionkey/i;
const CANARY = "canary-4f1c9b7e";

const secrets = COLUMNS.filter(({ name, type }) => type === "String" && SECRET.test(name));

describe("no secret is ever in it", () => {
  test("the schema has secrets to leave out", () => {
    expect(secrets.map(({ model, name }) => `${model}.${name}`)).toEqual(
      expect.arrayContaining([
        "User.passwordHash",
        "PersonalToken.hash",
        "UserLink.hash",
        "SetupLink.hash",
        "ApiKey.hash",
        "SigningSecret.ciphertext",
        "Approval.redemptionKey",
      ]),
    );
  });

  test.each(secrets)("$model.$name, whether it was made, changed or deleted", ({ name }) => {
    for (const column of [name, snake(name)])
      for (const [before, after] of [
        [null, { [column]: CANARY }],
        [{ [column]: CANARY }, null],
        [{ [column]: "other" }, { [column]: CANARY }],
        [{ [column]: null }, { [column]: [CANARY] }],
      ] as [Row | null, Row | null][])
        expect(changesBetween(before, after)).toEqual({});
  });

  test("nor what an address or another table's row holds", () => {
    const after = { callbackUrl: `https://gw.test/?api_key=${CANARY}`, keys: [{ hash: CANARY }] };
    const details = changesBetween({ callbackUrl: "https://gw.test/", keys: [] }, after);
    expect(Object.keys(details)).toEqual(["callback_url", "keys"]);
    expect(JSON.stringify(details)).not.toContain(CANARY);
  });

  test("nor what goes when its time is over", () => {
    for (const name of ["argumentsText", "resultText", "preview", "facts", "markdown", "inputSchema", "body"])
      expect(JSON.stringify(changesBetween({ [name]: null }, { [name]: CANARY }))).not.toContain(CANARY);
  });
});

describe("what differs", () => {
  const day = new Date("2026-01-02T03:04:05.678Z");
  const row = {
    name: "a",
    at: day,
    rows: 9_007_199_254_740_993n,
    tags: ["x"],
    note: null,
    json: '{"n":1.10}',
  };

  test("an unchanged column of any table says nothing", () => {
    expect(COLUMNS.length).toBeGreaterThan(200);
    for (const { name } of COLUMNS)
      expect(changesBetween({ [name]: "same" }, { [name]: "same" })).toEqual({});
  });

  test("equal values in other objects are no change", () => {
    expect(changesBetween(row, { ...row, at: new Date(day), tags: ["x"] })).toEqual({});
  });

  test("times, large numbers and JSON text are exact, names are the wire's", () => {
    const after = {
      name: "a",
      at: new Date(day.getTime() + 1),
      rows: 9_007_199_254_740_994n,
      tags: ["x", "y"],
      note: "b",
      json: '{"n":1.1}',
    };
    expect(changesBetween(row, after)).toEqual({
      at: { from: "2026-01-02T03:04:05.678Z", to: "2026-01-02T03:04:05.679Z" },
      rows: { from: "9007199254740993", to: "9007199254740994" },
      tags: { from: ["x"], to: ["x", "y"] },
      note: { from: null, to: "b" },
      json: { from: '{"n":1.10}', to: '{"n":1.1}' },
    });
    expect(changesBetween({ ttlSeconds: 1 }, { ttlSeconds: 2 })).toEqual({ ttl_seconds: { from: 1, to: 2 } });
  });

  test("a column that only one of the two holds says nothing", () => {
    expect(changesBetween({ ...row, more: 1 }, { name: "b", other: 2 })).toEqual({
      name: { from: "a", to: "b" },
    });
  });

  test("a row that was made or deleted is told without what is empty", () => {
    const told = { name: "a", at: day.toISOString(), rows: "9007199254740993", tags: ["x"], json: row.json };
    expect(changesBetween(null, { id: "1", ...row })).toEqual(told);
    expect(changesBetween({ id: "1", ...row }, null)).toEqual(told);
  });

  test("a long text is its digest, and another one is seen to be another", () => {
    const details = changesBetween({ text: "a".repeat(5_000) }, { text: "b".repeat(5_000) });
    expect(details).toMatchObject({ text: { from: { characters: 5_000 }, to: { characters: 5_000 } } });
    expect(JSON.stringify(details).length).toBeLessThan(400);
    expect(details.text).not.toMatchObject({ from: (details.text as { to: unknown }).to });
  });
});
