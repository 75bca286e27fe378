import { expect, test } from "vitest";
import { Chance } from "./chance";
import * as t from "./template";

function aScene(slots: Record<string, unknown> = {}, bold = false, seed = "seed"): t.Scene {
  const names = {
    first: ["Bea"],
    last: ["Bergström"],
    mail: ["post.example"],
    businesses: ["Alder & Finch"],
  };
  const people = ["Ines", "Jonas"].map((name, index) => ({
    id: `${index}`,
    name,
    email: `${name}@a.example`,
  }));
  const company = {
    key: "a",
    name: "A",
    domain: "a.example",
    gateways: [],
    ttlSeconds: 1,
    weight: 1,
    people,
  };
  const at = new Date("2026-12-31T22:00:00Z");
  const scene = { chance: new Chance(seed), company, names, bold, at, slots: {} };
  t.drawSlots(slots, scene);
  return scene;
}

test("a slot alone keeps its type; among words it is text, and who has a name is called by it", () => {
  const slots = { order: 48_100, customer: t.person, list: [1, 2] };
  const filled = t.fill<unknown>(
    { id: "{order}", ids: "{list}", why: ["{customer} asks about order {order}.", "{customer.email}"] },
    aScene(slots),
  );
  expect(filled).toEqual({
    id: 48_100,
    ids: [1, 2],
    why: ["Bea Bergström asks about order 48100.", "bea.bergstrom@post.example"],
  });
});

test.each([
  ["{cents|money}", "€1,249.05"],
  ["{cents/100}", 1_249.05],
  ["{cents-5}", 124_900],
  ["{cents/2|count} rows", "62,453 rows"],
  ["{cents|text}", "124905"],
  ["revision {cents+1}", "revision 124906"],
  ["{flag|snake} {flag|lower}", "New_checkout new-checkout"],
  ["{today} to {today+3}", "2026-12-31 to 2027-01-03"],
  ["{month-1}, {month} and {month+1}", "November, December and January"],
  ["{now}", 1_798_754_400],
  ["{list.1.name} of {company.domain}", "b of a.example"],
  ["{Day} = '{today-1}' {{{FIRST_NAME|there}}} { x }", "{Day} = '2026-12-30' {{{FIRST_NAME|there}}} { x }"],
])("%s comes to %s", (template, value) => {
  const slots = { cents: 124_905, flag: "New-checkout", list: [{ name: "a" }, { name: "b" }] };
  expect(t.fill<unknown>(template, aScene(slots))).toBe(value);
});

test.each([
  ["order {ordr}", "no slot ordr is declared: order {ordr}"],
  ["{order.id}", "no slot order.id is declared"],
  ["{order|mony}", "there is no format mony"],
])("%s is an error", (template, error) => {
  expect(() => t.fill<unknown>([{ deep: template }], aScene({ order: 1 }))).toThrow(error);
});

test("slots name those before them, not those after", () => {
  const slots = { number: 7, branch: t.pick("fix/{number}") };
  expect(aScene(slots).slots.branch).toBe("fix/7");
  const backwards = { branch: slots.branch, number: 7 };
  expect(() => aScene(backwards)).toThrow("no slot number is declared");
});

test("what is drawn differs by boldness, company and list; what is left out is no member", () => {
  const template = {
    risk: t.bold("critical", "high"),
    repo: t.own({ a: ["shop"], b: ["meters"] }),
    ids: t.times("{many}", t.code("rec", 4), 2),
    mails: t.each("people", { to: "{each.email}", order: "{many}" }),
    never: t.maybe(0, "x"),
    always: t.maybe(1, "{many}"),
  };
  const slots = { many: 5, people: t.colleagues };
  const usual = t.fill<Record<string, unknown>>(template, aScene(slots));
  expect(usual).toMatchObject({ risk: "high", repo: "shop", always: 5 });
  expect(usual.ids).toEqual([expect.stringMatching(/^rec\w{4}$/), expect.stringMatching(/^rec\w{4}$/)]);
  expect(usual.mails).toHaveLength(2);
  expect(usual.mails).toContainEqual({ to: "Jonas@a.example", order: 5 });
  expect(JSON.stringify(usual)).not.toContain("never");
  expect(t.fill(template.risk, aScene(slots, true))).toBe("critical");
  expect(() => t.fill(t.each("many", "{each}"), aScene(slots))).toThrow("the slot many is no list");
});

test("one seed draws the same on every day and machine, another seed something else", () => {
  const slots = {
    order: t.int(48_100, 59_900),
    customer: t.code("cus_", 14),
    hash: t.hex(12),
    since: t.dayFrom(-20, -2),
    page: t.uuid,
  };
  const { slots: drawn } = aScene(slots);
  expect(aScene(slots).slots).toEqual(drawn);
  expect(aScene(slots, false, "another").slots).not.toEqual(drawn);
  // A snapshot, because existing installations need the same story.
  expect(drawn).toMatchInlineSnapshot(`
    {
      "customer": "cus_PIbAizVJtkjIzN",
      "hash": "11aaac00acd8",
      "order": 57672,
      "page": "01a2ce1d-f700-7efa-bc85-9ffa2f327b6f",
      "since": "2026-12-16",
    }
  `);
});
