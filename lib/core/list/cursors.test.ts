import fc from "fast-check";
import { expect, test } from "vitest";
import { DomainError } from "../errors";
import { fromBase64url, toBase64url } from "./base64url";
import { defineCursor } from "./cursors";
import { id, name, oneOf, timestamp, whole } from "./kinds";

const people = defineCursor("people", [name(), id()]);
const mixed = defineCursor("mixed", [oneOf(["low", "high"]), timestamp(), whole(0, 9), name()]);
const ID = "01999999-0000-7000-8000-000000000000";

const wellFormed = fc.string({ unit: "binary", maxLength: 200 }).filter((text) => text.isWellFormed());

test("any well-formed text comes back from base64url as it was, as Node writes it", () => {
  fc.assert(
    fc.property(wellFormed, (text) => {
      expect(toBase64url(text)).toBe(Buffer.from(text).toString("base64url"));
      expect(fromBase64url(toBase64url(text))).toBe(text);
    }),
  );
});

test("a place with any name comes back as it was", () => {
  fc.assert(
    fc.property(wellFormed, (text) => {
      const place: [string, string] = [text.replaceAll("\0", ""), ID];
      expect(people.read(people.write(place))).toEqual(place);
    }),
  );
});

test("the parts come back as what they are", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("low" as const, "high" as const),
      fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }),
      fc.nat({ max: 9 }),
      fc.string({ unit: "grapheme", maxLength: 40 }),
      (risk, at, rank, text) => {
        expect(mixed.read(mixed.write([risk, at, rank, text]))).toEqual([risk, at, rank, text]);
      },
    ),
  );
});

test("no text at all is an error other than that it is no cursor", () => {
  const forged = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.base64String(),
    fc.json().map((json) => toBase64url(json)),
    fc.array(fc.jsonValue()).map((parts) => toBase64url(JSON.stringify(["people", ...parts]))),
  );
  fc.assert(
    fc.property(forged, (text) => {
      const place = people.find(text);
      if (place) expect(people.write(place)).toBe(text);
    }),
  );
});

const encoded = (...parts: unknown[]) => toBase64url(JSON.stringify(parts));

test.each([
  ["nothing", ""],
  ["another list's", mixed.write(["low", new Date(0), 1, "x"])],
  ["another list's of the same shape", defineCursor("pets", [name(), id()]).write(["x", ID])],
  ["without a part", encoded("people", "x")],
  ["with one too many", encoded("people", "x", ID, "y")],
  ["with a part of another kind", encoded("people", "x", "no id")],
  ["with a part that is no text", encoded("people", 1, ID)],
  ["with a name that Postgres cannot hold", encoded("people", "a\0b", ID)],
  ["in another spelling", toBase64url(`["people", "x", "${ID}"]`)],
  ["padded", `${people.write(["x", ID])}=`],
  ["too long", encoded("people", "x".repeat(10_000), ID)],
])("a cursor that is %s is refused", (_, text) => {
  expect(people.find(text)).toBeNull();
  expect(() => people.read(text)).toThrow(DomainError);
});

test("the refusal names the parameter and what to send", () => {
  const message = "cursor is not one this list gave out. Start again without it.";
  expect(() => people.read("zzz")).toThrow(
    expect.objectContaining({
      code: "VALIDATION_ERROR",
      message,
      details: {
        errors: [{ pointer: "/cursor", code: "invalid", message, hint: "next_cursor of the previous page" }],
      },
    }),
  );
  expect(people.read(undefined)).toBeNull();
});

test("a page has the cursor of its last row where there are more", () => {
  const rows = [1, 2, 3].map((n) => ({ name: `n${n}` }));
  const names = defineCursor("names", [name()]);
  const pages = (limit: number) => names.page(rows, limit, (row) => [row.name]);
  expect(pages(2)).toEqual({ rows: rows.slice(0, 2), nextCursor: names.write(["n2"]) });
  expect(pages(3)).toEqual({ rows, nextCursor: null });
  expect(names.page([], 3, () => ["x"])).toEqual({ rows: [], nextCursor: null });
});
