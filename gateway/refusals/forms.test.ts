import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readForm } from "./forms";
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
