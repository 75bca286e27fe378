import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { decodeSecret, TOLERANCE_SECONDS, verifyWebhook, type WebhookError } from "./webhook";

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString("base64")}`;
const [OLD, NEW, FOREIGN] = [secretOf("o"), secretOf("n"), secretOf("f")];
const NOW = new Date("2026-11-21T10:00:00Z");
const DATA =
  '{"approval_id":"a1","tool":"send","decision":"approved","arguments":{"n":9007199254740993},"arguments_text":"{\\"n\\":9007199254740993}"}';
const BODY = `{"type":"approval.approved","timestamp":"2026-11-21T10:00:00Z","data":${DATA}}`;

function signed(secret: string, { body = BODY, at = NOW, id = "msg_1" } = {}) {
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(at.getTime() / 1000),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
  return { headers, body, now: NOW };
}

function rejection(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as WebhookError).reason;
  }
  return "accepted";
}

test("accepts what the reference library signs, and keeps the digits", () => {
  const { id, sentAt, event } = verifyWebhook({ ...signed(NEW), secrets: [NEW] });
  expect(id).toBe("msg_1");
  expect(sentAt).toEqual(NOW);
  expect(event.type === "approval.approved" && event.data).toMatchObject({
    approvalId: "a1",
    argumentsText: '{"n":9007199254740993}',
  });
});

test("the reference library accepts the same message: both read the form alike", () => {
  const message = signed(NEW, { at: new Date(Math.floor(Date.now() / 1000) * 1000) });
  expect(() => new Webhook(NEW).verify(message.body, message.headers)).not.toThrow();
  expect(() => verifyWebhook({ ...message, now: new Date(), secrets: [NEW] })).not.toThrow();
});

test("takes the exact slice of the arguments when arguments_text is left out", () => {
  const body =
    '{"type":"approval.approved","timestamp":"t","data":{"approval_id":"a","arguments":{"n": 1e400}}}';
  const { event } = verifyWebhook({ ...signed(NEW, { body }), secrets: [NEW] });
  expect(event.data).toMatchObject({ argumentsText: '{"n": 1e400}' });
});

test("reads Fetch headers and bytes as well", () => {
  const { headers, body, now } = signed(NEW);
  const input = { headers: new Headers(headers), body: new TextEncoder().encode(body), now, secrets: [NEW] };
  expect(verifyWebhook(input).id).toBe("msg_1");
});

test.each<[string, (name: string) => string]>([
  ["title case", (name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())],
  ["upper case", (name) => name.toUpperCase()],
])("reads headers whose names are in %s", (_, written) => {
  const { headers, body, now } = signed(NEW);
  const entries = Object.entries(headers).map(([name, value]) => [written(name), value]);
  const given = { "webhook-id": undefined, ...Object.fromEntries(entries) };
  expect(verifyWebhook({ headers: given, body, now, secrets: [NEW] }).id).toBe("msg_1");
});

describe("rotation", () => {
  test("two signatures, one known secret", () => {
    const message = signed(OLD);
    const both = `${message.headers["webhook-signature"]} ${signed(NEW).headers["webhook-signature"]}`;
    for (const secret of [OLD, NEW]) {
      const headers = { ...message.headers, "webhook-signature": both };
      expect(rejection(() => verifyWebhook({ ...message, headers, secrets: [secret] }))).toBe("accepted");
    }
  });

  test("one signature, two known secrets", () => {
    expect(rejection(() => verifyWebhook({ ...signed(OLD), secrets: [NEW, OLD] }))).toBe("accepted");
  });
});

test("one secret without its list is named, and not repeated", () => {
  const one = NEW as unknown as readonly string[]; // as a caller without types would
  expect(() => verifyWebhook({ ...signed(NEW), secrets: one })).toThrow(/`secrets` is a list/);
  expect(() => verifyWebhook({ ...signed(NEW), secrets: one })).not.toThrow(NEW);
});

describe("refuses", () => {
  const refusal = (change: object) =>
    rejection(() => verifyWebhook({ ...signed(NEW), secrets: [NEW], ...change }));

  test.each([
    ["a foreign secret", { secrets: [FOREIGN] }, "signature_invalid"],
    ["no secret", { secrets: [] }, "signature_invalid"],
    ["another body", { body: BODY.replace("993", "992") }, "signature_invalid"],
    ["missing headers", { headers: {} }, "headers_missing"],
  ])("%s", (_what, change, reason) => {
    expect(refusal(change)).toBe(reason);
  });

  test.each([
    ["webhook-id", "msg_2", "signature_invalid"],
    ["webhook-timestamp", String(NOW.getTime() / 1000 - 1), "signature_invalid"],
    ["webhook-timestamp", "yesterday", "timestamp_invalid"],
    ["webhook-signature", "v1,", "signature_invalid"],
    ["webhook-signature", "v1a,AAAA", "signature_invalid"],
    ["webhook-signature", "v1,AAAA", "signature_invalid"],
  ])("%s = %s", (name, value, reason) => {
    expect(refusal({ headers: { ...signed(NEW).headers, [name]: value } })).toBe(reason);
  });

  test("what is older or newer than the tolerance, to the second", () => {
    const at = (offset: number) => refusal(signed(NEW, { at: new Date(NOW.getTime() + offset * 1000) }));
    expect(at(-TOLERANCE_SECONDS)).toBe("accepted");
    expect(at(-TOLERANCE_SECONDS - 1)).toBe("too_old");
    expect(at(TOLERANCE_SECONDS)).toBe("accepted");
    expect(at(TOLERANCE_SECONDS + 1)).toBe("too_new");
  });

  test.each(["not json", "[]", '{"type":"approval.approved","data":{}}'])(
    "a signed body that is no event: %s",
    (body) => {
      expect(refusal(signed(NEW, { body }))).toBe("body_invalid");
    },
  );

  test.each(["", "whsec_", "whsec_!!!", "whsec_c2hvcnQ="])("the secret %s", (secret) => {
    expect(() => decodeSecret(secret)).toThrow("whsec_");
  });
});
