import { describe, expect, test } from "vitest";
import { parseChoice } from "./column-choice";
import { chosenAfter, matching, OPTIONS_SHOWN_MAX, withTyped } from "./combobox-options";
import { placeBeside } from "./float";
import { initialsOf } from "./initials";
import { byTyping, stepTo } from "./roving";

describe("keys in a list", () => {
  test("wrap around at both ends", () => {
    expect(stepTo("ArrowDown", 2, 3)).toBe(0);
    expect(stepTo("ArrowUp", 0, 3)).toBe(2);
    expect(stepTo("ArrowUp", -1, 3)).toBe(2);
    expect(stepTo("ArrowDown", -1, 3)).toBe(0);
    expect([stepTo("Home", 2, 3), stepTo("End", 0, 3)]).toEqual([0, 2]);
    expect(stepTo("ArrowDown", -1, 0)).toBeNull();
    expect(stepTo("x", 0, 3)).toBeNull();
  });

  test("letters go to the next entry that begins with them", () => {
    const names = ["Rename", "Revoke…", "Delete"];
    expect(byTyping("r", 0, names)).toBe(1);
    expect(byTyping("R", 1, names)).toBe(0);
    expect(byTyping("d", -1, names)).toBe(2);
    expect(byTyping("x", 0, names)).toBeNull();
    expect(byTyping("Enter", 0, names)).toBeNull();
  });
});

describe("choices of a combobox", () => {
  const options = [
    { value: "1", label: "Delete page", hint: "notion" },
    { value: "2", label: "Page create" },
    { value: "3", label: "Envoyer à Zoë" },
  ];
  const found = (typed: string) => matching(options, typed).map(({ value }) => value);

  test("are found by any word of name, hint or value, beginnings first", () => {
    expect(found("page")).toEqual(["2", "1"]);
    expect(found("notion del")).toEqual(["1"]);
    expect(found("zoe")).toEqual(["3"]);
    expect(found("nothing")).toEqual([]);
  });

  test("are bounded", () => {
    const many = Array.from({ length: 500 }, (_, index) => ({ value: `${index}`, label: `tool ${index}` }));
    expect(matching(many, "")).toHaveLength(OPTIONS_SHOWN_MAX);
    expect(matching(many, "tool 499")).toHaveLength(1);
  });

  test("end with what was typed, and begin with it if it is a pattern", () => {
    const offered = (typed: string) =>
      withTyped(options, typed, (text) => `hint of ${text}`).map(({ value, isTyped }) => [value, isTyped]);
    expect(offered(" page ")).toEqual([
      ["2", undefined],
      ["1", undefined],
      ["page", true],
    ]);
    expect(offered("page*")).toEqual([["page*", true]]);
    expect(offered("1")).toEqual([["1", undefined]]);
    expect(offered(" ")).toHaveLength(3);
    expect(withTyped(options, "page*", (text) => `hint of ${text}`)[0]?.hint).toBe("hint of page*");
  });

  test("of several are turned on and off", () => {
    expect(chosenAfter(["a"], "b", false)).toEqual(["b"]);
    expect(chosenAfter(["a"], "b", true)).toEqual(["a", "b"]);
    expect(chosenAfter(["a", "b"], "a", true)).toEqual(["b"]);
  });
});

test("a floating panel turns over and stays inside the window", () => {
  const space = { width: 390, height: 800 };
  const size = { width: 200, height: 300 };
  const at = (left: number, top: number) => ({ left, top, width: 32, height: 32 });
  expect(placeBeside(at(10, 100), size, space, "start")).toEqual({ top: 136, left: 10 });
  expect(placeBeside(at(10, 700), size, space, "start")).toEqual({ top: 396, left: 10 });
  expect(placeBeside(at(340, 100), size, space, "start")).toEqual({ top: 136, left: 182 });
  expect(placeBeside(at(340, 100), size, space, "end").left).toBe(172);
  expect(placeBeside(at(20, 4), { width: 80, height: 20 }, space, "above")).toEqual({ top: 40, left: 8 });
});

test("initials are at most two letters", () => {
  const all = ["Ines Prado", "maya@acme.example", "ana maría lópez", "o'neil", "", "!!", "李 雷"];
  expect(all.map(initialsOf)).toEqual(["IP", "M", "AL", "O", "?", "?", "李雷"]);
});

test("a stored choice of columns that is none counts as none", () => {
  expect(parseChoice('{"agent":false,"tool":true,"x":3}')).toEqual({ agent: false, tool: true });
  expect(["", "{", "[true]", "null", '"x"'].map(parseChoice)).toEqual([{}, {}, {}, {}, {}]);
  expect(parseChoice(null)).toEqual({});
});
