import { expect, test } from "vitest";
import { redactProse } from "./prose";
import { redactTold } from "./redaction";

test.each([
  ['crm: {"password": "hunter2", "at": 1}', 'crm: {"password": [redacted], "at": 1}'],
  ["login?api_key=abc&x=1", "login?api_key=[redacted]&x=1"],
  ["--token 'x' secret = 'a b' end", "--token 'x' secret = [redacted] end"],
  ["Bearer abcdefghijk", "[redacted]"],
  ["token: expected a string", "token: expected a string"],
  ["name=Maya", "name=Maya"],
  [
    '{"error":{"message":"FATAL: refused, password=hunter2secret user=app"}}',
    '{"error":{"message":"FATAL: refused, password=[redacted] user=app"}}',
  ],
  ['{\\"api_key\\":\\"hunter2secret\\",\\"a\\":1}', '{\\"api_key\\":[redacted],\\"a\\":1}'],
  ['{"body":"{\\"password\\":\\"hunter2secret\\"}"}', '{"body":"{\\"password\\":[redacted]}"}'],
  ['{"password":"hunter\\"2secret","a":1}', '{"password":[redacted],"a":1}'],
  ['cut off {"password":"hunter2\\"sec', 'cut off {"password":[redacted]'],
  ["password: hunter2secret", "password: [redacted]"],
  ["run --password = hunter2secret", "run --password = [redacted]"],
  ["(password: hunter2secret).", "(password: [redacted])."],
  ["password: correcthorse", "password: [redacted]"],
  ["password: swordfish user: app", "password: [redacted] user: app"],
  ["X-Api-Key: hunter2secret\nAccept: */*", "X-Api-Key: [redacted]\nAccept: */*"],
  ["Incorrect API key: hunter2secret", "Incorrect API key: [redacted]"],
  ["Authorization: Token 9944b09199c62bcf", "Authorization: [redacted]"],
  ["mysql --password hunter2secret -u app", "mysql --password [redacted] -u app"],
  ["mysql --password 'hunter2secret' crm", "mysql --password [redacted] crm"],
  ["'password' => 'hunter2secret'", "'password' => [redacted]"],
])("prose %j is told as %j", (text, told) => {
  expect(redactProse(text)).toBe(told);
});

test.each([
  "password: is required",
  "password: required",
  "token: missing.",
  "token: Invalid",
  "token: expired; sign in again",
  "Authorization: TOKEN_EXPIRED",
  "token: invalid_grant",
  "token: tokenExpired",
  "signature: does not match",
  "secret: please choose another one",
  "password: domain policy says no",
  "api_key: undefined",
  "token: ********",
  "token: https://docs.example/tokens",
  "max_tokens: 128000",
  "use --password to sign in, or --token --verbose",
  '--token "is required here"',
  "cookie: (malformed)",
])("of %j nothing is left out", (text) => {
  expect(redactProse(text)).toBe(text);
});

test.each([
  '{"error":{"message":"refused, password=hunter2secret user=app"}}',
  '{"body":"{\\"password\\":\\"hunter2secret\\"}"}',
  '{\\"api_key\\":\\"hunter2secret\\"}',
  '{"error":"password: hunter2secret"}',
  '{"line":"mysql --password hunter2secret"}',
  '{"line":"pin=hunter2secret"}',
  '{"secret":{"a":"hunter2secret"}}',
  '[pg] "password" = "hunter2secret"',
  '["password" = "hunter2secret"]',
  '[2026] connect failed {"password":"hunter2secret"}',
  "{ok} 'password': 'hunter2secret'",
])("what is or begins like JSON carries no secret: %s", (text) => {
  expect(redactTold(text, 2_000)).not.toContain("hunter2");
});

const PARTS = [
  "token:",
  'token="',
  'token=\\\\"',
  "--token ",
  "a ",
  "a-",
  "api key",
  ": ",
  "\\",
  '"',
  "'",
  "=",
  "x1",
  "://",
  "é",
];

test("a secret is left out before any long text of two parts", () => {
  for (const one of PARTS)
    for (const other of PARTS) {
      const text = (one + other).repeat(10_000).slice(0, 10_000);
      expect(redactProse(text), one + other).not.toBe("");
      expect(redactProse(`token="${text}`), one + other).toMatch(/^token=\[redacted\]/);
      expect(redactTold(`["token: ${text}`, 2_000), one + other).toMatch(/^\["token: /);
    }
});

test("of a long hostile text each secret is left out", () => {
  const redacted = redactProse(`${"a-".repeat(50_000)}${'"token:'.repeat(20_000)}`);
  expect(redacted).toBe(`${"a-".repeat(50_000)}"token:${Array(10_000).fill("[redacted]").join("token:")}`);
});
