import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sqlLines } from "./sql-layout";
import { sqlTokens } from "./sql-tokens";
import { only, read } from "./testing/read";

const laidOut = (sql: string) =>
  sqlLines(sqlTokens(sql)).map(
    ({ indent, runs }) => "  ".repeat(indent) + runs.map(({ text }) => text).join(""),
  );

describe("SQL", () => {
  const DB = { provider: "postgres" };

  test("is recognised by its name or its tool, and by its shape", () => {
    expect(only(read({ sql: "select 1" }), "sql").at).toBe("sql");
    expect(only(read({ query: "select a from b" }, DB), "sql").at).toBe("query");
    const schemaText = JSON.stringify({ properties: { query: { description: "A SQL statement" } } });
    expect(only(read({ query: "select a from b" }, { schemaText }), "sql").at).toBe("query");
    expect(read({ query: "select a good plan from the list" })).toBeNull();
    expect(read({ sql: "Update me on this" })).toBeNull();
    expect(read({ sql_password: "select 1", sql: 3 })).toBeNull();
  });

  test("is laid out in lines", () => {
    expect(
      laidOut(
        "select a, count(*) from t left join u on u.id = t.id and u.x between 1 and 2 where a = 'x,y' and b in (select id from v) group by a; delete from t where id = 1 -- why",
      ),
    ).toEqual([
      "select a,",
      "  count(*)",
      "from t",
      "left join u on u.id = t.id",
      "  and u.x between 1 and 2",
      "where a = 'x,y'",
      "  and b in (",
      "    select id",
      "    from v",
      ")",
      "group by a;",
      "delete from t",
      "where id = 1 -- why",
    ]);
  });

  test("keeps every token and its place, for any text", () => {
    const piece = fc.constantFrom(
      "select",
      " ",
      "\n",
      "(",
      ")",
      ",",
      ";",
      "'",
      '"',
      "--",
      "/*",
      "*/",
      "$$",
      "`",
      "a",
      "1",
      "and",
      "from",
      "é",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
        const sql = parts.join("");
        const tokens = sqlTokens(sql);
        expect(tokens.map(({ text }) => text).join("")).toBe(sql);
        const solid = tokens.filter(({ kind }) => kind !== "space").map(({ text }) => text);
        let at = 0;
        const shown = laidOut(sql).join("\n");
        for (const text of solid) {
          const found = shown.indexOf(text, at);
          expect(shown.slice(at, found).trim()).toBe("");
          at = found + text.length;
        }
        expect(shown.slice(at).trim()).toBe("");
      }),
    );
  });

  test.each([
    ["delete from orders", "DELETE without WHERE removes every row of orders."],
    ["DELETE FROM public.orders;", "DELETE without WHERE removes every row of public.orders."],
    ["update t set a = 1", "UPDATE without WHERE changes every row of t."],
    ["update t set a = (select b from c where d)", "UPDATE without WHERE changes every row of t."],
    ["delete from t -- where id = 1", "DELETE without WHERE removes every row of t."],
    ["delete from t /* where id = 1 */", "DELETE without WHERE removes every row of t."],
    ["delete from t where 1=1", "DELETE with a WHERE that is always true removes every row of t."],
    ["update t set a=1 where (true)", "UPDATE with a WHERE that is always true changes every row of t."],
    ["truncate table t", "TRUNCATE removes every row of t."],
    ["select 1; delete from t", "DELETE without WHERE removes every row of t."],
    [
      "with x as (delete from t returning *) select * from x where a",
      "DELETE without WHERE removes every row of t.",
    ],
    ["delete from t; select 'where'", "DELETE without WHERE removes every row of t."],
  ])("says of %s that it changes every row", (sql, said) => expect(read({ sql })?.warnings).toEqual([said]));

  test.each([
    "delete from t where id = 1",
    "update t set a = 1 where b",
    "delete from t using u",
    "update t join u on a = b set c = 1",
    "update t set a = u.a from u",
    "delete from t limit 1",
    "create table t (id int references u on delete cascade)",
    "select * from t for update",
    "insert into t values (1) on conflict do update set a = 1",
    // A dialect with backslash escapes reads the WHERE that another takes for text.
    "delete from t /*! where id = 1 */",
    "update t set a = '\\' where id = 1 -- '",
    "delete from t # where id = 1",
    "delete from t --where id = 1",
    "select 'delete from t'",
    "delete from t 'unclosed",
  ])("says nothing of %s", (sql) => expect(read({ sql })?.warnings ?? []).toEqual([]));
});
