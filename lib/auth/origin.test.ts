import { expect, test } from "vitest";
import { withVariables } from "@/lib/testing/settings";
import { assertSameOrigin } from "./origin";

withVariables({ PUBLIC_URL: "https://countersign.example" });

test.each([
  [{ origin: "https://countersign.example" }],
  [{ origin: "https://countersign.example", "sec-fetch-site": "same-origin" }],
  [{ "sec-fetch-site": "same-origin" }],
])("our own page: %j", (headers) => {
  expect(() => assertSameOrigin(new Headers(headers))).not.toThrow();
});

test.each<[Record<string, string>]>([
  [{}],
  [{ origin: "null" }],
  [{ origin: "" }],
  [{ origin: "null", "sec-fetch-site": "same-origin" }],
  [{ origin: "https://evil.example" }],
  [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
  [{ origin: "http://countersign.example" }],
  [{ origin: "https://countersign.example:8443" }],
  [{ origin: "https://countersign.example.evil.example" }],
  [{ origin: "https://evil.example", host: "evil.example" }],
  [{ origin: "https://evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" }],
  [{ host: "countersign.example", referer: "https://countersign.example/approvals" }],
  [{ "sec-fetch-site": "same-site" }],
  [{ "sec-fetch-site": "cross-site" }],
  [{ "sec-fetch-site": "none" }],
])("not our own page: %j", (headers) => {
  expect(() => assertSameOrigin(new Headers(headers))).toThrow(
    expect.objectContaining({
      code: "FORBIDDEN",
      message: expect.stringContaining("https://countersign.example"),
    }),
  );
});
