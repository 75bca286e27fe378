import { describe, expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { SchemaJudge } from "./judge";

const violations = (schema: string, value: string) =>
  new SchemaJudge(parseJson(schema), schema).judge(parseJson(value)).violations;

const DRAFTS = {
  4: "http://json-schema.org/draft-04/schema#",
  7: "http://json-schema.org/draft-07/schema#",
  2019: "https://json-schema.org/draft/2019-09/schema",
};

const of = (draft: keyof typeof DRAFTS, rest: string) => `{"$schema":"${DRAFTS[draft]}",${rest.slice(1)}`;

/** Schema, valid values, invalid values. */
const RULES: [name: string, schema: string, fits: string[], breaks: string[]][] = [
  ["type", '{"type":["integer","null"]}', ["1", "1.0", "null", "1e400"], ["1.5", '"1"', "true"]],
  ["enum", '{"enum":[1,{"a":[1,2],"b":0}]}', ["1.0", '{"b":0,"a":[1,2]}'], ["2", '{"a":[2,1],"b":0}']],
  ["const", '{"const":9007199254740993}', ["9007199254740993", "9007199254740993.0"], ["9007199254740992"]],
  ["minimum", '{"minimum":9007199254740993}', ["9007199254740993", '"x"'], ["9007199254740992", "-1e400"]],
  ["maximum", '{"maximum":1e400}', ["1e400", "-1e500"], ["1.1e400"]],
  ["exclusiveMinimum", '{"exclusiveMinimum":0.1}', ["0.1000000000000000000001"], ["0.1"]],
  ["exclusiveMaximum", '{"exclusiveMaximum":3}', ["2"], ["3", "3.0"]],
  ["multipleOf", '{"multipleOf":0.01}', ["19.99", "1e300"], ["0.001"]],
  ["lengths", '{"minLength":2,"maxLength":2}', ['"😀😀"', "1"], ['"😀"', '"abc"']],
  ["pattern", '{"pattern":"^\\\\p{Lu}(?!x)"}', ['"Éa"', "1"], ['"é"', '"Ax"']],
  ["pattern without Unicode mode", '{"pattern":"^[\\\\w\\\\-_]+\\\\@$"}', ['"a-b@"'], ['"a"']],
  ["format", '{"format":"date-time"}', ['"2026-01-31T10:00:00+02:00"', "1"], ['"2026-02-30T10:00:00Z"']],
  ["an unknown format", '{"format":"int32"}', ['"x"', "1"], []],
  ["items count", '{"minItems":1,"maxItems":2}', ["[1]", "{}"], ["[]", "[1,2,3]"]],
  ["uniqueItems", '{"uniqueItems":true}', ["[1,true,[1]]"], ["[1,1.0]", '[{"a":1,"b":2},{"b":2,"a":1}]']],
  ["members count", '{"minProperties":1,"maxProperties":1}', ['{"a":1}'], ["{}", '{"a":1,"b":2}']],
  ["properties", '{"properties":{"a":{"type":"string"}}}', ["{}", '{"a":"x"}'], ['{"a":1}']],
  [
    "patternProperties with additionalProperties",
    '{"properties":{"a":true},"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}',
    ['{"a":1,"x-b":"y"}'],
    ['{"b":1}', '{"x-b":1}'],
  ],
  ["propertyNames", '{"propertyNames":{"maxLength":2}}', ['{"ab":1}'], ['{"abc":1}']],
  ["dependentRequired", '{"dependentRequired":{"a":["b"]}}', ["{}", '{"a":1,"b":1}'], ['{"a":1}']],
  [
    "dependentSchemas",
    '{"dependentSchemas":{"a":{"minProperties":2}}}',
    ['{"b":1}', '{"a":1,"b":1}'],
    ['{"a":1}'],
  ],
  ["prefixItems", '{"prefixItems":[true,{"const":2}],"items":false}', ["[1]", "[1,2]"], ["[1,3]", "[1,2,3]"]],
  ["contains", '{"contains":{"const":1},"minContains":2,"maxContains":3}', ["[1,0,1]"], ["[1]", "[1,1,1,1]"]],
  ["allOf", '{"allOf":[{"minimum":1},{"maximum":2}]}', ["1"], ["0", "3"]],
  ["anyOf", '{"anyOf":[{"type":"string"},{"minimum":5}]}', ['"a"', "5"], ["4"]],
  ["oneOf", '{"oneOf":[{"minimum":5},{"multipleOf":2}]}', ["7", "2"], ["6", "3"]],
  ["not", '{"not":{"type":"null"}}', ["1"], ["null"]],
  [
    "if",
    '{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]},"else":{"required":["c"]}}',
    ['{"a":1,"b":1}', '{"a":2,"c":1}'],
    ['{"a":1}', '{"a":2,"b":1}'],
  ],
  [
    "unevaluatedProperties",
    '{"allOf":[{"properties":{"a":true}}],"if":{"required":["b"],"properties":{"b":true}},"unevaluatedProperties":false}',
    ['{"a":1}', '{"a":1,"b":1}'],
    ['{"c":1}'],
  ],
  [
    "unevaluatedItems",
    '{"allOf":[{"prefixItems":[true]}],"contains":{"const":9},"unevaluatedItems":false}',
    ["[1,9]"],
    ["[9,1]"],
  ],
  ["true and false", '{"properties":{"a":true,"b":false}}', ['{"a":1}'], ['{"b":1}']],
  [
    "recursion",
    '{"$ref":"#/$defs/tree","$defs":{"tree":{"properties":{"below":{"items":{"$ref":"#/$defs/tree"}}},"required":["id"]}}}',
    ['{"id":1,"below":[{"id":2}]}'],
    ['{"id":1,"below":[{"id":2,"below":[{}]}]}'],
  ],
  [
    "addresses and anchors",
    '{"$ref":"item#n","$defs":{"x":{"$id":"item","$defs":{"y":{"$anchor":"n","type":"integer"}}}}}',
    ["1"],
    ['"1"'],
  ],
  [
    "dynamic references",
    '{"$dynamicAnchor":"node","unevaluatedProperties":false,"$ref":"tree","$defs":{"t":{"$id":"tree","$dynamicAnchor":"node","properties":{"kids":{"items":{"$dynamicRef":"#node"}}}}}}',
    ['{"kids":[{"kids":[]}]}'],
    ['{"kids":[{"kidz":[]}]}'],
  ],
  [
    "recursive references",
    of(
      2019,
      '{"$recursiveAnchor":true,"unevaluatedProperties":false,"$ref":"tree","$defs":{"t":{"$id":"tree","$recursiveAnchor":true,"properties":{"kids":{"items":{"$recursiveRef":"#"}}}}}}',
    ),
    ['{"kids":[{"kids":[]}]}'],
    ['{"kids":[{"kidz":[]}]}'],
  ],
  ["draft 7's dependencies", of(7, '{"dependencies":{"a":["b"]}}'), ['{"b":1}'], ['{"a":1}']],
  [
    "draft 7's lists of items",
    of(7, '{"items":[{"const":1}],"additionalItems":false}'),
    ["[1]"],
    ["[2]", "[1,2]"],
  ],
  [
    "draft 7's references, which hide what is beside them",
    of(
      7,
      '{"properties":{"a":{"$ref":"#/definitions/n","maximum":1}},"definitions":{"n":{"type":"number"}}}',
    ),
    ['{"a":5}'],
    ['{"a":"5"}'],
  ],
  [
    "draft 7, which knows no unevaluatedProperties",
    of(7, '{"unevaluatedProperties":false}'),
    ['{"a":1}'],
    [],
  ],
  ["draft 4's exclusive limits", of(4, '{"minimum":1,"exclusiveMinimum":true}'), ["2"], ["1"]],
];

describe("rules", () => {
  test.each(RULES)("%s", (_, schema, fits, breaks) => {
    expect(fits.filter((value) => violations(schema, value).length > 0)).toEqual([]);
    expect(breaks.filter((value) => violations(schema, value).length === 0)).toEqual([]);
  });
});

describe("messages", () => {
  test.each([
    [
      '{"required":["a"],"properties":{"a":{"type":"string"}}}',
      "{}",
      "/a",
      "Required by the tool's definition (string).",
    ],
    [
      '{"dependentRequired":{"a":["b"]}}',
      '{"a":1}',
      "/b",
      "Required by the tool's definition together with “a”.",
    ],
    ['{"additionalProperties":false}', '{"a/b":1}', "/a~1b", "The tool's definition has no such argument."],
    ['{"type":["integer","null"]}', '"x"', "", "The tool's definition wants integer or null here."],
    ['{"enum":["a",1.0]}', "2", "", 'Not one of the values the tool allows: "a", 1.0.'],
    ['{"items":{"minimum":1e2}}', "[99]", "/0", "The tool's definition wants a number of at least 1e2 here."],
    ['{"minLength":1}', '""', "", "The tool's definition wants at least 1 character here."],
    ['{"anyOf":[{"type":"string"},{"type":"null"}]}', "1", "", "Fits none of the shapes the tool allows."],
  ])("%s of %s", (schema, value, pointer, message) => {
    expect(violations(schema, value)).toEqual([{ pointer, message }]);
  });

  test("say the same thing of the same place once, and stop where no page would show more", () => {
    expect(violations('{"allOf":[{"type":"string"},{"type":"string"}]}', "1")).toHaveLength(1);
    expect(violations('{"items":{"type":"string"}}', JSON.stringify(Array(80).fill(1)))).toHaveLength(50);
  });
});
