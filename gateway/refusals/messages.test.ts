import { Ajv, type AnySchema } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as z3 from "zod/v3";
import { countedReads } from "../testing/reads";
import { parseMessage, parseRows } from "./messages";
import known from "./testing/known-messages.json";
import type { Json, Keyword } from "./types";

type Expected = readonly (readonly [path: string | null, keyword: Keyword])[];

const found = (message: string, args: Json) =>
  parseMessage(message, args)
    .map(({ path, keyword }) => `${keyword} at ${path}`)
    .sort();

const wanted = (expected: Expected) => expected.map(([path, keyword]) => `${keyword} at ${path}`).sort();

test.each([...new Set(known.map(({ style }) => style))])("messages of %s", (style) => {
  for (const { message, arguments: args, expected } of known.filter((row) => row.style === style))
    expect(found(message, args as unknown as Json), message).toEqual(
      wanted(expected.map(({ path, keyword }) => [path, keyword as Keyword])),
    );
});

const GOOD = { name: "A", tests: [{ behavior: "b" }] };

/** Changes to valid arguments, and the expected violations. */
const SENT: readonly [patch: { [key: string]: Json | undefined }, expected: Expected][] = [
  [{ priority: "High" }, [["/priority", "type"]]],
  [{ score: "binary" }, [["/score", "enum"]]],
  [{ one: "y" }, [["/one", "const"]]],
  [{ tests: undefined }, [["/tests", "required"]]],
  [{ n: 0 }, [["/n", "minimum"]]],
  [{ n: 11 }, [["/n", "maximum"]]],
  [{ n: 2.5 }, [["/n", "type"]]],
  [{ name: "" }, [["/name", "minLength"]]],
  [{ name: "abcdefghijklmnop" }, [["/name", "maxLength"]]],
  [{ tests: [] }, [["/tests", "minItems"]]],
  [{ tests: [{ behavior: "a" }, { behavior: "b" }, { behavior: "c" }] }, [["/tests", "maxItems"]]],
  [{ slug: "A B" }, [["/slug", "pattern"]]],
  [{ mail: "bob" }, [["/mail", "format"]]],
  [{ when: "tomorrow" }, [["/when", "format"]]],
  [
    { tests: [{ behavior: 5 }, {}] },
    [
      ["/tests/0/behavior", "type"],
      ["/tests/1/behavior", "required"],
    ],
  ],
  [
    { foo: 1, bar: 2 },
    [
      ["/foo", "additionalProperties"],
      ["/bar", "additionalProperties"],
    ],
  ],
  [{ either: true }, [["/either", "anyOf"]]],
];

const argumentsOf = (patch: object): Json => JSON.parse(JSON.stringify({ ...GOOD, ...patch }));

const four = z.strictObject({
  name: z.string().min(1).max(10),
  tests: z
    .array(z.object({ behavior: z.string() }))
    .min(1)
    .max(2),
  priority: z.number().optional(),
  n: z.number().int().min(1).max(10).optional(),
  score: z.enum(["numeric", "categorical"]).optional(),
  one: z.literal("z").optional(),
  slug: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  mail: z.email().optional(),
  when: z.iso.datetime().optional(),
  either: z.union([z.number(), z.array(z.string())]).optional(),
});

const three = z3.z
  .object({
    name: z3.z.string().min(1).max(10),
    tests: z3.z
      .array(z3.z.object({ behavior: z3.z.string() }))
      .min(1)
      .max(2),
    priority: z3.z.number().optional(),
    n: z3.z.number().int().min(1).max(10).optional(),
    score: z3.z.enum(["numeric", "categorical"]).optional(),
    one: z3.z.literal("z").optional(),
    slug: z3.z
      .string()
      .regex(/^[a-z]+$/)
      .optional(),
    mail: z3.z.string().email().optional(),
    when: z3.z.string().datetime().optional(),
    either: z3.z.union([z3.z.number(), z3.z.array(z3.z.string())]).optional(),
  })
  .strict();

const schema: AnySchema = {
  type: "object",
  required: ["name", "tests"],
  additionalProperties: false,
  properties: {
    name: { type: "string", minLength: 1, maxLength: 10 },
    tests: {
      type: "array",
      minItems: 1,
      maxItems: 2,
      items: { type: "object", required: ["behavior"], properties: { behavior: { type: "string" } } },
    },
    priority: { type: "number" },
    n: { type: "integer", minimum: 1, maximum: 10 },
    score: { enum: ["numeric", "categorical"] },
    one: { const: "z" },
    slug: { type: "string", pattern: "^[a-z]+$" },
    mail: { type: "string", format: "email" },
    when: { type: "string", format: "date-time" },
    either: { anyOf: [{ type: "number" }, { type: "array" }] },
  },
};

describe.each(SENT)("of %j", (patch, expected) => {
  const args = argumentsOf(patch);

  test("zod 3 says it in issues, alone and within the MCP SDK's error", () => {
    const { message = "" } = three.safeParse(args).error ?? {};
    expect(found(message, args)).toEqual(wanted(expected));
    const told = `MCP error -32602: Invalid arguments for tool create: ${message}`;
    expect(found(told, args)).toEqual(wanted(expected));
  });

  test("zod 4 says it in issues, within the MCP SDK's error, and prettified", () => {
    const { error } = four.safeParse(args);
    if (!error) throw new Error("nothing is wrong with it");
    expect(found(error.message, args)).toEqual(wanted(expected));
    const told = `MCP error -32602: Input validation error: Invalid arguments for tool create: ${error.message}`;
    expect(found(told, args)).toEqual(wanted(expected));
    expect(found(z.prettifyError(error), args)).toEqual(wanted(expected));
  });

  test("Ajv says it as objects and, but for the names of unknown members, as text", () => {
    const ajv = new Ajv({ allErrors: true });
    addFormats.default(ajv);
    const check = ajv.compile(schema);
    check(args);
    expect(found(JSON.stringify(check.errors), args)).toEqual(wanted(expected));
    const named = expected.every(([, keyword]) => keyword !== "additionalProperties");
    const text = found(ajv.errorsText(check.errors), args);
    expect(text).toEqual(named ? wanted(expected) : ["additionalProperties at null"]);
  });
});

test("what was sent and what is allowed is told with it", () => {
  expect(parseMessage("'binary' is not one of ['numeric', 'categorical']", { score: "binary" })).toEqual([
    { path: "/score", keyword: "enum", value: "binary", allowed: ["numeric", "categorical"] },
  ]);
  const message = "Invalid enum value. Expected 'a' | 'b', received 'c'";
  expect(parseRows([{ path: "body.kinds[0]", message }], { kinds: ["c"] })).toEqual([
    { row: 0, path: "/kinds/0", keyword: "enum", value: "c", allowed: ["a", "b"] },
  ]);
});

test("a gateway's rows name the place, whatever their messages say", () => {
  const rows = [
    { path: "/to", message: "is a required property" },
    { path: "/note", message: "no" },
    { path: "to", message: "must have required property 'to'" },
  ];
  expect(parseRows(rows, { note: 1 })).toEqual([
    { row: 0, path: "/to", keyword: "required" },
    { row: 1, path: "/note", keyword: "other", value: 1 },
  ]);
});

test("texts made to take long are read, and tell of no value but their own", () => {
  const signs = [
    " ",
    "[",
    "{",
    "'",
    '"',
    "a",
    "(",
    "-",
    ".",
    "at ",
    "The ",
    "must ",
    "data/",
    "\n",
    ": ",
    "\\",
    "1",
    "<a: ",
    '{"a":[',
    ", a must ",
    "a: Expected ",
    " (path: a",
    "a: ",
    "; a: ",
    "a: b | a: ",
    " (a",
  ];
  for (const sign of signs)
    for (const head of [
      "",
      "The x",
      "'a",
      "[{",
      "1 validation error for X\n",
      "data/a must ",
      "Failed validating '",
      "Invalid value for ",
      "1 is not of type 'string' (path: ",
      "must be between 1 and ",
      "a: b: ",
    ]) {
      const text = `${head}${sign.repeat(10_000 / sign.length)}`;
      const found = parseMessage(text, {});
      const unsent = found.filter(({ value = "" }) => !text.includes(String(value)));
      expect(unsent, JSON.stringify([head, sign])).toEqual([]);
    }
});

const numbered = <T>(count: number, one: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => one(at));

test.each<[string, (fields: number) => string, (values: number) => Json]>([
  [
    "a list",
    (fields) => `Missing required fields: ${numbered(fields, (at) => `f${at}`).join(", ")}`,
    (values) => ({ list: numbered(values, () => ({})) }),
  ],
  [
    "an object",
    (fields) => JSON.stringify([{ code: "custom", message: "no", path: numbered(fields, (at) => `z${at}`) }]),
    (values) => Object.fromEntries(numbered(values, (at) => [`K${at}`, 1])),
  ],
])(
  "fields are looked for in %s in steps that grow with their number and with that of the values",
  (_, message, sent) => {
    const steps = (fields: number, values: number) => {
      const { value: args, reads } = countedReads(Object(sent(values)));
      parseMessage(message(fields), args);
      return reads();
    };
    const some = steps(100, 2_000);
    expect(some).toBeGreaterThan(2_000);
    // Twice the size takes four times the steps if each is compared with each.
    expect(steps(200, 2_000)).toBeLessThan(3 * some);
    expect(steps(100, 4_000)).toBeLessThan(3 * some);
  },
);

// A JSON value that cannot be converted to text.
const NO_TEXT = '{"toString":0,"valueOf":0}';

test.each([
  `[{"code":"invalid_type","path":[],"message":${NO_TEXT}}]`,
  `[{"code":"invalid_type","path":[${NO_TEXT}],"message":"Required"}]`,
  `[{"code":"too_small","type":${NO_TEXT},"minimum":${NO_TEXT},"path":["a"]}]`,
  `[{"code":"invalid_format","format":${NO_TEXT},"path":["a"]}]`,
  `[{"code":"invalid_type","expected":${NO_TEXT},"received":${NO_TEXT}}]`,
  `[{"code":"unrecognized_keys","path":[],"keys":[${NO_TEXT}]}]`,
  `[{"loc":[${NO_TEXT}],"type":"missing","msg":${NO_TEXT}}]`,
  `[{"keyword":"type","message":"no","instancePath":${NO_TEXT}}]`,
  `[{"keyword":${NO_TEXT},"schemaPath":${NO_TEXT}}]`,
  `[{"message":"no","code":${NO_TEXT},"context":{"name":["a"]}}]`,
  `{"path":${NO_TEXT},"message":"is required"}`,
  `{"field":[[${NO_TEXT}]],"message":"is required"}`,
  `{${NO_TEXT}: 1}`,
  `Additional properties are not allowed (${NO_TEXT} was unexpected)`,
  `Invalid option: expected one of ${NO_TEXT}|"b"`,
  "Input should be a valid integer, unable to parse string as an integer, got dict",
  '{"message":"no","errors":{"a":["The a must be between 1 and 5."]}}',
])("objects stand for no text, and stop nobody: %s", (message) => {
  const args: Json = JSON.parse(`{"a":${NO_TEXT},"b":"x"}`);
  expect(() => parseMessage(message, args)).not.toThrow();
  expect(() => parseRows([{ path: "a", message }], args)).not.toThrow();
});
