import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { only, read } from "./testing/read";

describe("a table", () => {
  test("counts the values of each column over all rows", () => {
    const rows = Array.from({ length: 500 }, (_, n) => ({
      id: n,
      plan: n % 5 ? "free" : "paid",
      ...(n === 3 ? { note: "x" } : { tags: [1, 2] }),
    }));
    const { table } = only(read({ rows }), "table");
    expect(table.count).toBe(500);
    expect(table.columns).toEqual([
      { name: "id", absent: 0, distinct: 500, top: [], secret: false },
      {
        name: "plan",
        absent: 0,
        distinct: 2,
        top: [
          { text: "free", count: 400 },
          { text: "paid", count: 100 },
        ],
        secret: false,
      },
      { name: "tags", absent: 1, distinct: 1, top: [{ text: "[2]", count: 499 }], secret: false },
      { name: "note", absent: 499, distinct: 1, top: [], secret: false },
    ]);
    expect(table.rows).toHaveLength(200);
    expect(table.rows[3]).toEqual([
      { form: "text", text: "3" },
      { form: "text", text: "free" },
      { form: "absent", text: "" },
      { form: "text", text: "x" },
    ]);
  });

  test("shows no secret, neither a column nor inside a value", () => {
    const rows = [1, 2].map((n) => ({ user: `u${n}`, password: "hunter2", inner: { token: "abc" } }));
    const found = read({ rows });
    expect(only(found, "table").table.columns[1]).toMatchObject({ secret: true, top: [] });
    expect(JSON.stringify(found)).not.toMatch(/hunter2|abc/);
  });

  test.each([[[{ a: 1 }]], [[{ a: 1 }, 2]], [[{ a: 1 }, { b: 1 }, { c: 1 }]], [[{}, {}]]])(
    "is not made of %j",
    (rows) => expect(read({ rows })).toBeNull(),
  );
});

describe("a diff", () => {
  const UNIFIED = "--- a/x.ts\n+++ b/x.ts\n@@ -1,3 +1,3 @@ f\n one\n-two\n+TWO\n three\n";

  test("is read from a unified diff whose hunks hold what they count", () => {
    const { diff } = only(read({ patch: UNIFIED }), "diff");
    expect([diff.file, diff.added, diff.removed]).toEqual(["x.ts", 1, 1]);
    expect(diff.blocks[0]?.lines.map(({ op, text, before, after }) => [op, text, before, after])).toEqual([
      ["same", "one", 1, 1],
      ["removed", "two", 2, null],
      ["added", "TWO", null, 2],
      ["same", "three", 3, 3],
    ]);
    for (const broken of [
      UNIFIED.replace("-1,3", "-1,4"),
      UNIFIED.replace(" three", "three"),
      `Do it\n${UNIFIED}`,
    ])
      expect(read({ patch: broken })).toBeNull();
  });

  test("is read from a text before and after, one by one in a list", () => {
    const edits = [
      { oldText: "a\nb", newText: "a\nc" },
      { oldText: "x", newText: "y" },
    ];
    const found = read({ path: "src/x.ts", edits });
    expect(found?.parts.map(({ kind, at }) => [kind, at])).toEqual([
      ["diff", "edits[0]"],
      ["diff", "edits[1]"],
    ]);
    expect(found?.rest).toEqual(["path"]);
    expect(
      only(read({ file_path: "f", old_string: "a", new_string: "b", replace_all: true }), "diff").diff,
    ).toMatchObject({
      file: "f",
      added: 1,
      removed: 1,
      others: ["replace_all"],
    });
    expect(read({ before: "2026-01-01", after: "2025-01-01" })).toBeNull();
  });
});

describe("links", () => {
  const hosts = (text: string) => read({ text })?.links?.hosts ?? [];

  test("are counted by the host a browser asks", () => {
    expect(
      hosts("See https://A.test/x, https://a.test:443/y and http://b.test.").map(({ host, count }) => [
        host,
        count,
      ]),
    ).toEqual([
      ["a.test", 2],
      ["b.test", 1],
    ]);
    expect(hosts("https://good.test\\@evil.test/")[0]?.host).toBe("good.test");
  });

  test.each([
    [
      "https://paypal.com@evil.test/",
      "evil.test",
      "“paypal.com” before the @ is a user name. The host is evil.test.",
    ],
    [
      "https://раураl.com/",
      "xn--l-7sba6dbr.com",
      "A part of the host mixes Cyrillic and Latin letters (р is U+0440).",
    ],
    ["https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com", "The host has letters outside ASCII."],
    ["https://bücher.test/", "xn--bcher-kva.test", "The host has letters outside ASCII."],
    ["http://2130706433/", "127.0.0.1", "The host is an IP address."],
    [
      "https://paypal.com.login.test/",
      "paypal.com.login.test",
      "It contains paypal.com, but the host ends in login.test.",
    ],
  ])("%s leads to %s, with a warning", (text, host, warning) => {
    expect(hosts(text)).toMatchObject([{ host, warnings: [warning] }]);
    expect(read({ text })?.warnings).toEqual([`Link to ${host}: ${warning}`]);
  });

  test("in a mail say when their text names another host", () => {
    const mail = {
      to: "a@b.test",
      subject: "x",
      html: `<a href="https://evil.test/">www.paypal.com</a> <a href="https://www.ok.test/">ok.test</a>`,
    };
    expect(read(mail)?.warnings).toEqual([
      "Link to evil.test: The link’s text is www.paypal.com, but it leads to evil.test.",
    ]);
  });

  test("in secrets are not shown", () => expect(read({ token: "https://a.test/?k=1" })).toBeNull());
});

describe("any arguments", () => {
  test("are read without an error", () => {
    fc.assert(
      fc.property(
        fc.object({
          maxDepth: 4,
          key: fc.constantFrom(
            "to",
            "subject",
            "html",
            "sql",
            "rows",
            "old_string",
            "new_string",
            "body",
            "a",
          ),
        }),
        (value) => {
          read(value, { provider: "mail_sql" });
        },
      ),
    );
  });

  const long = (piece: string, length = 250_000) =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const nested = `${"[".repeat(60)}1${"]".repeat(60)}`;

  test.each([
    ["many rows", { rows: Array.from({ length: 6_000 }, (_, n) => ({ id: n, a: "b" })) }],
    [
      "many columns",
      { rows: [1, 2].map(() => Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`c${n}`, n]))) },
    ],
    ["deep nesting", `{"a":${nested}}`],
    ["long SQL", { sql: long("select (") }],
    ["open quotes", { sql: long("select 1 /* '") }],
    ["a long diff", { patch: `--- a\n+++ b\n@@ -1,60000 +1,0 @@\n${"-x\n".repeat(60_000)}` }],
    ["long texts before and after", { old_string: long("a\n", 60_000), new_string: long("b\n", 60_000) }],
    ["many links", { text: long("https://a.test/ ") }],
    ["many hosts", { text: Array.from({ length: 9_000 }, (_, n) => `https://h${n}.test/`).join(" ") }],
    ["long HTML", { to: "a@b.test", subject: "x", html: long("<div>") }],
    ["deep HTML", { to: "a@b.test", subject: "x", html: long("<div><b x=1>", 64 * 1024) }],
    ["many recipients", { to: Array.from({ length: 9_000 }, (_, n) => `u${n}@d${n}.test`), subject: "x" }],
    [
      "many mails",
      { mails: Array.from({ length: 3_000 }, (_, n) => ({ to: `u${n}@b.test`, subject: "x" })) },
    ],
  ])("stay small on the page: %s", (_, value) => {
    const found = read(value);
    // A page with all that is shown of it takes no more than the longest HTML it may hold.
    expect(JSON.stringify(found).length).toBeLessThan(256 * 1024);
    expect(found?.parts.length ?? 0).toBeLessThanOrEqual(12);
  });
});
