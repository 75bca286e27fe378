import { expect, test } from "vitest";
import { handlesOf, mentionedIn } from "./rules";

const PEOPLE = [
  { id: "ann", name: "Ann", email: "ann@x.test" },
  { id: "annlee", name: "Ann Lee", email: "lee@x.test" },
  { id: "bo1", name: "Bo", email: "bo@x.test" },
  { id: "bo2", name: "bo", email: "bo@y.test" },
  { id: "zoe", name: "Zoë D’Arc", email: "zoe@x.test" },
];

test.each([
  ["@Ann, look", ["ann"]],
  ["hello @ann lee!", ["annlee"]],
  ["@Ann Leech", ["ann"]],
  ["@Annabel", []],
  ["mail ann@x.test", []],
  ["(@ann@x.test)", ["ann"]],
  ["@Bo", []],
  ["@bo@y.test", ["bo2"]],
  ["@Zoe\u0308 D’Arc and @ANN", ["zoe", "ann"]],
  ["@@Ann", ["ann"]],
  ["@", []],
])("%j mentions %j", (text, ids) => {
  expect(mentionedIn(text, PEOPLE).toSorted()).toEqual([...ids].toSorted());
});

test("those who share a name are written by their addresses", () => {
  expect(handlesOf(PEOPLE).map(({ handle }) => handle)).toEqual([
    "Ann",
    "Ann Lee",
    "bo@x.test",
    "bo@y.test",
    "Zoë D’Arc",
  ]);
});
