import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DECISIONS } from "@/lib/approvals/types";
import { callbackData, callbackDataWire } from "@/lib/approvals/wire";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { wholeDocument } from "./contract";
import { WEBHOOKS } from "./webhooks";

const at = new Date("2026-11-21T10:00:00Z");
const none = {
  externalId: null,
  provider: null,
  executionId: null,
  useBy: null,
  reason: null,
  correlation: null,
  precondition: null,
};
const all = {
  externalId: "call_81",
  provider: "resend",
  executionId: newId(),
  useBy: at,
  reason: "Too many",
  correlation: '{"run":12}',
  precondition: "etag:77",
};

test.each(DECISIONS.filter((decision) => decision !== "pending"))(
  "what is sent of %s is what the document says",
  (decision) => {
    for (const some of [none, all]) {
      const execution = decision === "approved" ? ("awaiting" as const) : ("blocked" as const);
      const approval = {
        id: newId(),
        tool: "send",
        decision,
        execution,
        revision: 2,
        argumentsText: '{"n":9007199254740993}',
        argumentsSha256: "a".repeat(64),
        requestedSha256: "b".repeat(64),
        mode: "callback",
        heldBecause: "risk",
        approvalsRequired: 1,
        brokeGlass: false,
        revokedByPolicy: false,
        ...some,
      };
      const data = callbackData(approval, "acme", [
        { userName: "Ines", deputyForName: null, signed: null, createdAt: at, reason: some.reason },
      ]);
      expect(callbackDataWire.safeParse(JSON.parse(serializeJson(data))).error).toBeUndefined();
    }
    expect(WEBHOOKS.map(({ type }) => type)).toContain(`approval.${decision}`);
  },
);

test("the document and the manual name the same callbacks", () => {
  const { webhooks } = wholeDocument() as {
    webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
  };
  const manual = readFileSync("docs/connecting.md", "utf8");
  expect(Object.keys(webhooks)).toEqual(WEBHOOKS.map(({ type }) => type));
  for (const { type } of WEBHOOKS) expect(manual).toContain(`| \`${type}\` |`);
  expect(webhooks["approval.approved"]?.post.requestBody.content["application/json"]?.schema).toMatchObject({
    properties: {
      type: { const: "approval.approved" },
      data: { required: expect.arrayContaining(["use_by"]) },
    },
  });
});
