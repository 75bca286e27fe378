import fc from "fast-check";
import { expect, test } from "vitest";
import { redactText } from "@/lib/core/text/prose";
import { redactJson, redactTarget } from "@/lib/core/text/redaction";
import { asCurl } from "./curl";
import { keptResponse, keptText, madeBy, wrongsOf } from "./rules";

const SECRET = "hunter2-canary-0123456789";

test.each([
  `{"password":"${SECRET}"}`,
  `{"arguments":{"headers":{"Authorization":"Bearer ${SECRET}"}}}`,
  `{"a":["authorization","${SECRET}"]}`,
  `{"api_key" : "${SECRET}"}`,
  `{"apiKey":{"value":"${SECRET}","more":["${SECRET}"]},"b":1}`,
  `{"p\\u0061ssword":"${SECRET}"}`,
  `{"note":"use Bearer ${SECRET} for it"}`,
  `{"url":"https://user:${SECRET}@db.example/x"}`,
  `{"password":"${SECRET}`,
  `{"password" "${SECRET}"}`,
  `{password: ${SECRET}}`,
  `{'password': '${SECRET}'}`,
  `{"client_secret":"a\\"${SECRET}"}`,
  `{"key":"csk_${SECRET}","token":12345678}`,
  `{"text":"eyJhbGciOiJIUzI1NiJ9.${SECRET}abc.${SECRET}"}`,
  `${SECRET}`,
])("a secret in %s is not kept", (text) => {
  expect(keptText(text)).not.toContain(SECRET);
  expect(keptText(text)).not.toContain("12345678");
});

test.each([
  `{ "tenant" : "acme",\n "arguments": {"n": 9007199254740993, "x": 1e400, "u":"\\u00e9"} }`,
  `{"rationale":"Rotate the API token of acme, its password is old.","tool":"t"}`,
  `{"max_tokens":100,"session_id":"ses_1","keys":["a","b"],"ok":true,"none":null}`,
  `{"password":null}`,
  "[]",
])("what is no secret stays as it was written: %s", (text) => {
  expect(keptText(text)).toBe(text);
});

test.each([
  "sk-",
  "sk-a1-",
  "pk_live_",
  "eyJaaaaaaaa-",
  "eyJ-",
  "bearer ",
  "://a:",
  "-----BEGIN ",
  "xoxb-",
  "csk_",
])("no form looks at a character many times, of however much of %s", (part) => {
  // A quadratic pattern would take minutes and hit the test's timeout.
  const text = part.repeat(400_000 / part.length);
  expect(redactText(text).length).toBeLessThanOrEqual(text.length);
  expect(redactJson(JSON.stringify([text]), 10_000_000)).toMatch(/^\["/);
});

test("a credential is left out whole, also behind a word and of several parts", () => {
  const key = "A1b2".repeat(10);
  for (const text of [`sk-ant-api03-${key}-${key}`, `x_sk_live_${key}`, `token-eyJhbGciOiJ9.${key}.${key}`])
    expect(redactText(`use ${text} here`)).not.toContain("A1b2");
  for (const text of ["the index pk_orders_customer_id_created", "ask-me-anything-about-it-in-the-morning"])
    expect(redactText(text)).toBe(text);
});

test("of a value that is cut nothing shows that the end of a credential would have given away", () => {
  const url = `https://user:${SECRET}@db.example/`;
  for (const tail of [0, 400, 600, 10_000])
    expect(keptText(JSON.stringify({ url: url + "x".repeat(tail) }))).not.toContain(SECRET);
});

test("a text is kept the same alone and beside a value that has to be looked at part by part", () => {
  const name = fc.constantFrom("to", "pin", "spin", "password", "x-api-key", "tokens", "otp", "note", "a.b");
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "pin",
      "Bearer abcdefgh12345678",
      "https://a:b@c",
      'the "pin"',
      "é\u2028",
      `csk_${SECRET}`,
    ),
    fc.constantFrom(511, 512, 513, 5_000).map((length) => "x".repeat(length)),
  );
  const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
  const value = fc.dictionary(name, fc.oneof(leaf, fc.array(leaf), fc.dictionary(name, leaf)));
  fc.assert(
    fc.property(value, (held) => {
      const alone = JSON.stringify(held);
      expect(redactJson(`{"line":"\\n","v":${alone}}`)).toBe(`{"line":"\\n","v":${redactJson(alone)}}`);
    }),
    { numRuns: 500 },
  );
});

test("the head of a long text is kept as if each of its parts had been looked at", () => {
  const rows = (text: string, n: number) =>
    JSON.stringify(Array.from({ length: n }, () => ({ note: "plain", text })));
  for (const text of ["short", "x".repeat(511), "x".repeat(600), `csk_${SECRET}`, 'the "pin"'])
    for (const before of [16_000, 16_370, 16_383, 16_384, 20_470]) {
      // The escape disables the fast path.
      const [plain, escaped] = ["--", "\\n"].map((line) =>
        keptText(`{"line":"${line}","a":${rows("a", before / 30)},"v":${rows(text, 900)}}`),
      );
      expect(plain?.replace("--", "\\n") === escaped).toBe(true);
    }
});

test("long values are cut and their length said; what remains is JSON", () => {
  const cut = keptText(JSON.stringify({ body: "x".repeat(5_000), after: 1 }));
  expect(JSON.parse(cut)).toEqual({
    body: expect.stringMatching(/^x{64}… \[5000 characters in all\]$/),
    after: 1,
  });
  expect(redactJson(JSON.stringify({ body: "y".repeat(5_000) }), 10_000)).toContain("y".repeat(5_000));
});

test("a hidden value says how long it was", () => {
  expect(keptText('{"token":"abcdef","b":{"secret":[1,{"c":2}],"d":3}}')).toBe(
    '{"token":"[redacted, 6 characters]","b":{"secret":"[redacted]","d":3}}',
  );
});

test("a refusal does not repeat a secret that was sent", () => {
  const problem = {
    code: "VALIDATION_ERROR",
    errors: [
      { pointer: "/arguments/password", message: "too short", received: `"${SECRET}"` },
      { pointer: "/arguments", message: "wrong", received: `{"password":"${SECRET}"…` },
      { pointer: "/outcome", received: '"fine"' },
    ],
  };
  const kept = keptResponse(JSON.stringify(problem));
  expect(kept).not.toContain(SECRET);
  expect(JSON.parse(kept)).toMatchObject({ errors: [{}, {}, { received: '"fine"' }] });
});

test("secret parameters of an address are left out", () => {
  expect(redactTarget("/api/v1/events?wait=30&after=MTIz")).toBe("/api/v1/events?wait=30&after=MTIz");
  expect(redactTarget(`/x?access_token=${SECRET}&a%70i_key=${SECRET}&q=csk_${SECRET}`)).not.toContain(SECRET);
});

test("what a request made is known by its path and answer", () => {
  const id = "019a0000-0000-7000-8000-000000000000";
  expect(madeBy("POST", "/api/v1/authorize", 202, { approval_id: id })).toEqual({ kind: "approval", id });
  expect(madeBy("POST", "/api/v1/authorize", 200, { status: "allowed" })).toBeNull();
  expect(madeBy("POST", `/api/v1/approvals/${id}/execution`, 200, {})).toEqual({ kind: "approval", id });
  expect(madeBy("POST", "/api/v1/feedback", 201, { id })).toEqual({ kind: "report", id });
  expect(madeBy("POST", "/api/v1/audit", 200, { accepted: 2 })).toEqual({ kind: "calls", id: null });
  expect(madeBy("POST", "/api/v1/audit", 422, { id })).toBeNull();
  expect(madeBy("GET", "/api/v1/feedback", 200, { id })).toBeNull();
});

test("a command for a shell carries any text and no key", () => {
  const curl = asCurl("https://c.example", {
    method: "POST",
    path: "/api/v1/audit?a=$(id)&b='",
    body: `{"it's":"$HOME \`id\` \\\\ "}`,
    idempotencyKey: "k'1",
  });
  expect(curl).toContain('"Authorization: Bearer $COUNTERSIGN_KEY"');
  expect(curl).toContain(`'https://c.example/api/v1/audit?a=$(id)&b='\\'''`);
});

test("what was wrong is listed, of rows of a batch too, and nothing of an answer that is cut off", () => {
  const errors = [{ pointer: "/tool", message: "is required", hint: "expected string" }];
  const told = [{ pointer: "/tool", message: "is required", hint: "expected string" }];
  expect(wrongsOf(JSON.stringify({ errors }))).toEqual(told);
  expect(wrongsOf(JSON.stringify({ accepted: 1, rejected: [{ index: 1, errors }, {}] }))).toEqual(told);
  expect(wrongsOf('{"errors":[{"poi')).toEqual([]);
  expect(wrongsOf("null")).toEqual([]);
});
