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

  test("is read in the server's words where its gateway sent no rows, as hot-spots read it", () => {
    const of = (message: string, isRefusal = true) =>
      violationsOf(null, '{"priority":"High","n":"1"}', { message, isRefusal });
    const enumWords = "Invalid arguments: priority must be one of: low, high";
    expect(of(enumWords)).toEqual([
      { field: "priority", kind: "value", value: '"High"', message: enumWords },
    ]);
    expect(of("'tests' is a required property")).toMatchObject([{ field: "tests", kind: "missing" }]);
    const two =
      '[{"path":["n"],"code":"invalid_type","expected":"number","received":"string","message":"Expected number, received string"},{"path":["tests"],"code":"invalid_type","expected":"array","received":"undefined","message":"Required"}]';
    expect(of(`MCP error -32602: Invalid arguments for tool x: ${two}`)).toMatchObject([
      { field: "n", kind: "type", value: '"1"', message: "refused this type" },
      { field: "tests", kind: "missing" },
    ]);
    const whole = "mode: must be one of: a, b, got {'password': 'hunter2', 'mode': 'x'}";
    const hidden = violationsOf(null, '{"password":"hunter2","mode":"x"}', {
      message: whole,
      isRefusal: true,
    });
    expect(hidden).toMatchObject([{ field: "mode", message: "refused this value" }]);
    // A failed call that does not clearly name a field is not a refusal.
    expect(of("The connection was reset", false)).toEqual([]);
  });
});
