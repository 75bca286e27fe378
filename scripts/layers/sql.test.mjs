import { expect, test } from "vitest";
import { tablesIn } from "./sql.mjs";

const named = (sql) => tablesIn(sql).flatMap(({ name, call }) => (call ? [] : [name]));

test.each([
  ["select a.id from approvals a, gateways as g where a.at > now()", ["approvals", "gateways"]],
  ["select * from a join b using (id) left join lateral (select 1 from c) x on true", ["a", "b", "c"]],
  ["select (select count(*) from votes v) + 1 from public.approvals", ["votes", "approvals"]],
  ["insert into deliveries (id) select id from outbox_events returning id", ["deliveries", "outbox_events"]],
  [
    "update approvals a set x = 1 from unnest(?::uuid[]) as seen(id), tools t where true",
    ["approvals", "tools"],
  ],
  ["delete from sessions s using users u where u.id = s.user_id", ["sessions", "users"]],
  [
    "with old as (delete from a returning id), n (id) as materialized (select 1) select * from old, n, b",
    ["a", "b"],
  ],
  ["with recursive tools as (select 1 from seeds) select * from tools", ["seeds"]],
  [
    "select * from \"approvals\" a -- from comments\n/* from more */ where a.x = 'from strings'",
    ["approvals"],
  ],
  ["select extract(epoch from at), x is distinct from y, trim(both from z) from a for update of a", ["a"]],
  ["insert into a values (1) on conflict (id) do update set x = excluded.x", ["a"]],
  ["select * from (select 1 from a) x, (select 2 from b) y, c", ["a", "b", "c"]],
  ["select * from ? x, b", ["b"]],
  ["select * from a tablesample system (1) where true", ["a"]],
  ["lock table a in share mode", ["a"]],
])("%s", (sql, tables) => {
  expect(named(sql)).toEqual(tables);
});

test("functions are told from tables, writing from reading, and every name has its place", () => {
  const sql = "insert into a select f(x) from g(1) join b on true";
  expect(tablesIn(sql)).toEqual([
    { name: "a", at: 12, writes: true, call: false },
    { name: "f", at: 21, writes: false, call: true },
    { name: "g", at: 31, writes: false, call: true },
    { name: "b", at: 41, writes: false, call: false },
  ]);
});
