import { describe, expect, test } from "vitest";
import { violationsOf } from "./refusals";

test.each([
  ["/tests/0/priority", "tests[].priority"],
  ["tests[0].priority", "tests[].priority"],
  ["$.tests.0.priority", "tests[].priority"],
  ["tests[*].priority", "tests[].priority"],
  ["arguments.to", "to"],
  ["/a~1b", "a/b"],
])("the path %j is the field %j", (path, field) => {
  expect(violationsOf([{ path, message: "is wrong" }], null)).toMatchObject([{ field, kind: "value" }]);
});

describe("a refusal", () => {
  test.each([
    ["Ajv", "", "must have required property 'tests'", { field: "tests", kind: "missing" }],
    ["jsonschema", "", "'tests' is a required property", { field: "tests", kind: "missing" }],
    ["pydantic", "/tests", "Field required", { field: "tests", kind: "missing" }],
    [
      "zod",
      "/tests",
      "Invalid input: expected array, received undefined",
      { field: "tests", kind: "missing" },
    ],
    [
      "inside a list",
      "/tests/0",
      "'topic' is a required property",
      { field: "tests[].topic", kind: "missing" },
    ],
    ["an unknown name", "", 'Unrecognized key: "subject_line"', { field: "subject_line", kind: "unknown" }],
    [
      "another",
      "",
      "Additional properties are not allowed ('to_email' was unexpected)",
      { field: "to_email", kind: "unknown" },
    ],
    [
      "Laravel",
      "lines.0.sku",
      "The lines.0.sku field is required.",
      { field: "lines[].sku", kind: "missing" },
    ],
    ["a program's own", "/to_email", "is not allowed", { field: "to_email", kind: "unknown" }],
    [
      "a value",
      "/priority",
      "'High' is not valid under any of the given schemas",
      { field: "priority", kind: "value" },
    ],
  ])("of %s is read", (_, path, message, told) => {
    expect(violationsOf([{ path, message }], null)).toMatchObject([told]);
  });

  test("knows the value from the gateway, else from the arguments, digits and all", () => {
    const sent = '{"priority":"High","rows":[{"n":9007199254740993}]}';
    const at = (path: string, received?: string) =>
      violationsOf([{ path, message: "is wrong", received_json: received }], sent)[0]?.value;
    expect(at("/priority")).toBe('"High"');
    expect(at("/priority", '"Low"')).toBe('"Low"');
    expect(at("rows[0].n")).toBe("9007199254740993");
    expect(at("/gone")).toBeNull();
    expect(violationsOf([{ path: "", message: "is wrong" }], sent)).toEqual([]);
  });

  test("is of the field that the call has, where the gateway spells it otherwise", () => {
    const sent = '{"dueDate":"soon"}';
    expect(violationsOf([{ path: "due_date", message: "must be a date" }], sent)).toMatchObject([
      { field: "dueDate", value: '"soon"' },
    ]);
  });

  test("that names one field in two ways is one", () => {
    const rows = [
      { path: "/n", message: "must be integer" },
      { path: "n", message: "Expected number, received string" },
    ];
    expect(violationsOf(rows, '{"n":"1"}')).toEqual([
      { field: "n", kind: "type", value: '"1"', message: "must be integer" },
    ]);
  });
});
