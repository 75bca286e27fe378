import { expect, test } from "vitest";
import { masked, unmasked } from "./masks";

test.each([
  [
    "The customer was charged twice for order 55120; refunding it.",
    "The customer was charged twice for order <n>; refunding it.",
  ],
  [
    "Refund the duplicate charge of $49.00 from 12 November.",
    "Refund the duplicate charge of <money> from <date>.",
  ],
  ["Compensation of 10 EUR, approved", "Compensation of <money>, approved"],
  ["Went live at 14:05 UTC on 2026-11-23", "Went live at <time> on <date>"],
  ["Run 2026-11-23T04:00:00.123Z of the sync", "Run <date> of the sync"],
  ["Refund of pi_3Nv8 for cus_PQ81", "Refund of <id> for <id>"],
  ["Document 5f3e9a of 9b2e4c1a-1111-4222-8333-444455556666", "Document <id> of <id>"],
  ["Catch up on #inc-2291 and PROJ-12", "Catch up on <id>"],
  ["Why does worker-7d9f restart?", "Why does <id> restart?"],
  ["Raise it from 10 % to 25 % of users", "Raise it from <n> of users"],
  ["Checkout 4.12.0 is out", "Checkout <n> is out"],
  ["Mail of jonas.weber@kestrel.example", "Mail of <mail>"],
  ["Open https://shop.example/cart?x=1 again", "Open <url> again"],
  ['Set "Pricing changes" as title', "Set <text> as title"],
  ["Reading src/auth/token.ts to learn", "Reading <path> to learn"],
  ["Orders 1, 2, 3 and 4 are late", "Orders <n> are late"],
])("%s", (text, template) => {
  expect(masked(text)).toBe(template);
});

test("words that only look like one are left alone", () => {
  for (const text of [
    "May we close this? The march of time, in august company",
    "It's the customer's wish and the bank's, too",
    "Facade and decade are no digests",
    "Set the stage to closed won",
  ])
    expect(masked(text)).toBe(text);
});

test.each([
  ["a-1", "<id>-"],
  ["1.", `${"<n>.".repeat(63)}`],
  ["a_", "a_".repeat(250)],
  ["'", "'".repeat(500)],
  ["/a", `<path>${"a/".repeat(250)}`],
  ["a@", "a@".repeat(250)],
  ["x:/", `x:${"<path>:".repeat(200)}`],
  ["1 ", "<n>"],
  ["# ", "# ".repeat(250)],
])("a text that is made to be slow, of many %j, is masked", (unit, template) => {
  const found = masked(unit.repeat(500));
  expect(found).not.toBe("");
  expect(template.startsWith(found.slice(0, 60))).toBe(true);
});

test("what is compared has no masks", () => {
  expect(unmasked("Refund <money> (<id>) of <date>")).toBe("Refund of");
});
