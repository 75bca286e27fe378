import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Form, readForm, readForms, readPlaced } from "./forms";
import { FORMS } from "./services";

const folder = fileURLToPath(new URL("testing", import.meta.url));
const MESSAGES = readdirSync(folder).flatMap((file): string[] =>
  JSON.parse(readFileSync(`${folder}/${file}`, "utf8")).map(({ message }: { message: string }) => message),
);

test.each(FORMS.map(([shape], at) => [shape.source, at] as const))("%s has an example", (_, at) => {
  const [form] = FORMS.slice(at);
  expect(
    form && MESSAGES.some((message) => message.split("\n").some((line) => readForm(form, line) !== null)),
  ).toBe(true);
});

const TALE: readonly Form[] = [
  [/^(?<literal>.+) is odd$/, "other"],
  [/^no (?<names>.+)$/, "required"],
];

test("a form reads a literal, and names in a list; what is missing is in the place it is said of", () => {
  expect(readForms(TALE, "[1] is odd")).toEqual([{ keyword: "other", keys: null, value: [1] }]);
  expect(readForms(TALE, "who is odd")).toBeNull();
  expect(readForms(TALE, "no `a` or 'b'")?.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(readPlaced([/^(?<place>\S+): (?<sentence>.+)$/], TALE, "x.0: no way, out")).toEqual([
    { keyword: "required", keys: ["x", 0, "way"] },
    { keyword: "required", keys: ["x", 0, "out"] },
  ]);
});
