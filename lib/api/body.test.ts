import { expect, test } from "vitest";
import { BODY_BYTES_MAX, readJsonBody } from "./body";

const yaml = (body: string) =>
  new Request("http://localhost/api/v1/policies", {
    method: "PUT",
    headers: { "content-type": "application/yaml" },
    body,
  });

test.each([
  [`policies: [${",".repeat(250_000)}`, "Unexpected , in flow sequence at line 1, column 13"],
  [": : :\n".repeat(40_000), "at line 1, column"],
  ["%\n".repeat(120_000), "Unknown directive % at line 1, column 1"],
  ["}\n".repeat(120_000), "at line 1, column 1"],
])("a body of YAML is refused for the first of many errors (%#)", async (body, said) => {
  await expect(readJsonBody(yaml(body), BODY_BYTES_MAX, { yaml: true })).rejects.toMatchObject({
    code: "MALFORMED_JSON",
    message: expect.stringContaining(said),
  });
});
