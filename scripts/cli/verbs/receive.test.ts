import { expect, test } from "vitest";
import { indented } from "./receive";

test("a body is shown as it came: its names, digits and escapes, on lines of their own", () => {
  const body =
    '{"type":"test.ping","data":{"approval_id":"a, {b}: \\"c\\"","arguments":{"n":9007199254740993,"x":1e400},"none":[],"empty":{},"list":[1,{"a":null}]}}';
  expect(indented(body)).toBe(`{
  "type": "test.ping",
  "data": {
    "approval_id": "a, {b}: \\"c\\"",
    "arguments": {
      "n": 9007199254740993,
      "x": 1e400
    },
    "none": [],
    "empty": {},
    "list": [
      1,
      {
        "a": null
      }
    ]
  }
}`);
});
