import { expect, test } from "vitest";
import { apiKeySchema, callbackUrlSchema, gatewayNameSchema } from "./schema";

test.each(["https://gw.example/hooks", "http://127.0.0.1:8080/", "https://gw.example/a?b=c"])(
  "%s is a callback URL",
  (url) => expect(callbackUrlSchema.safeParse(url).success).toBe(true),
);

test.each([
  "gw.example/hooks",
  "ftp://gw.example/",
  "javascript:alert(1)",
  "https://user@gw.example/",
  "https://user:word@gw.example/",
  "https://gw.example/#part",
  "https://gw.example/#",
  `https://gw.example/${"a".repeat(2_000)}`,
])("%s is not a callback URL", (url) => expect(callbackUrlSchema.safeParse(url).success).toBe(false));

test.each(["", "my gateway", "-gw", "gw\n", "ü", "g".repeat(201)])("%j is not a gateway's name", (name) =>
  expect(gatewayNameSchema.safeParse(name).success).toBe(false),
);

test("a key of one's own must be as strong as ours", () => {
  expect(apiKeySchema.safeParse(`csk_${"a1".repeat(16)}`).success).toBe(true);
  for (const weak of ["csk_short", "a".repeat(50), `csk_${" ".repeat(40)}`]) {
    expect(apiKeySchema.safeParse(weak).success).toBe(false);
  }
});
