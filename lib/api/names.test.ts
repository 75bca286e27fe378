import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { authorizeSchema, createApprovalSchema, listApprovalsQuery } from "@/lib/approvals/schema";
import { createTokenSchema, saveViewInput } from "@/lib/auth/people/schema";
import { createUserSchema, nameSchema } from "@/lib/auth/schema";
import { correctionSchema, toolCallQuery, toolCallSchema } from "@/lib/calls/schema";
import { DomainError } from "@/lib/core/errors";
import { RawJson } from "@/lib/core/json/raw";
import { feedbackQuery, feedbackSchema, issuesQuery } from "@/lib/feedback/schema";
import { createGatewaySchema, createKeyInput, registerInput } from "@/lib/gateways/schema";
import { createTenantSchema, renameTenantSchema } from "@/lib/tenants/schema";
import { publishInput } from "@/lib/tools/cheatsheet/schema";
import { cheatsheetQuery, knownToolsQuery, putToolsSchema } from "@/lib/tools/schema";
import { validate } from "./validate";

// Names identify. Invisible or reordering characters make two names look the same.
const BAD: [what: string, name: string][] = [
  ["nothing", ""],
  ["blanks", "   "],
  ["a no-break and an ideographic space", "\u00a0\u3000"],
  ["a blank of braille", "\u2800"],
  ["zero-width characters alone", "\u200b\u200d"],
  ["a zero-width space inside", "send\u200b-mail"],
  ["a word joiner", "send\u2060mail"],
  ["a byte order mark", "send\ufeffmail"],
  ["a soft hyphen", "send\u00admail"],
  ["a Hangul filler", "send\u3164"],
  ["a tag character", "send\u{e0041}"],
  ["a variation selector", "send\ufe0f"],
  ["a line feed", "send\nmail"],
  ["a carriage return", "send\rmail"],
  ["a tab", "send\tmail"],
  ["a line separator", "send\u2028mail"],
  ["a paragraph separator", "send\u2029mail"],
  ["a next line", "send\u0085"],
  ["a right-to-left override", "send\u202egnp"],
  ["an isolate", "send\u2066x\u2069"],
  ["a left-to-right mark", "send\u200e"],
  ["an Arabic letter mark", "send\u061c"],
  ["a control character", "send\u0007"],
  ["NUL", "send\0"],
  ["201 characters", "x".repeat(201)],
];
const GOOD = [
  "send-mail",
  "Send mail",
  "Ünïcode",
  "邮件",
  "メール",
  "بريد",
  "😀",
  "a/b:c@d.example",
  "x".repeat(100),
];

const json = (text: string) => RawJson.parse(text);
const call = { tenant: "acme", tool: "send", arguments: json("{}"), rationale: "Because it is asked for." };
const row = { tenant: "acme", tool: "send", outcome: "ok", occurred_at: new Date().toISOString() };
const report = {
  tenant: "acme",
  attempted_action: "a",
  expected_outcome: "b",
  actual_outcome: "c",
  severity: "low",
};
const CALL = [
  "tenant",
  "tool",
  "provider",
  "agent",
  "agent_version",
  "on_behalf_of",
  "session_id",
  "call_id",
];

const TAKEN: [what: string, schema: z.ZodType, rest: Record<string, unknown>, members: string[]][] = [
  ["authorize", authorizeSchema, call, [...CALL, "gateway", "redemption_key"]],
  ["approvals", createApprovalSchema, call, [...CALL, "gateway"]],
  ["audit", toolCallSchema, row, [...CALL, "gateway", "method", "model"]],
  [
    "feedback",
    feedbackSchema,
    report,
    ["tenant", "gateway", "tool_called", "provider", "agent", "session_id"],
  ],
  [
    "corrections",
    correctionSchema,
    { tenant: "acme", tool: "send", utterance: "No." },
    ["tenant", "tool", "session_id", "call_id"],
  ],
  ["tools", putToolsSchema, { provider: "mail", tools: [] }, ["provider"]],
  [
    "the cheatsheet form",
    publishInput,
    { provider: "mail", gateway: null, markdown: "#", seen: null },
    ["provider"],
  ],
  ["a new gateway", createGatewaySchema, { name: "g", tenants: ["acme"] }, ["name"]],
  ["the form of a gateway", registerInput, { name: "g", tenants: ["acme"], callbackUrl: "" }, ["name"]],
  ["a new tenant", createTenantSchema, { key: "acme" }, ["key", "name"]],
  ["a tenant's new name", renameTenantSchema, { key: "acme", name: "Acme" }, ["key", "name"]],
  ["a new person", createUserSchema, { email: "a@b.example", role: "viewer" }, ["name"]],
  ["a personal token", createTokenSchema, { name: "t", days: 1 }, ["name"]],
  ["a saved view", saveViewInput, { name: "v", query: "" }, ["name"]],
];

const refused = (schema: z.ZodType, value: unknown): string[] => {
  try {
    validate(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.status).toBe(422);
    return (error.details.errors ?? []).map(({ pointer }) => pointer);
  }
};

describe("a name is refused where it comes in, by its pointer", () => {
  test.each(TAKEN)("%s", (_, schema, rest, members) => {
    expect(refused(schema, rest)).toEqual([]);
    for (const member of members)
      for (const [what, name] of BAD)
        expect(refused(schema, { ...rest, [member]: name }), `${member}: ${what}`).toContain(`/${member}`);
  });

  test("of a tool in a list, of a tenant in a list", () => {
    for (const [what, name] of BAD) {
      const tool = { name, inputSchema: json("{}") };
      expect(refused(putToolsSchema, { provider: "mail", tools: [tool] }), what).toContain("/tools/0/name");
      expect(refused(createKeyInput, { gatewayId: "g", tenants: ["acme", name] }), what).toContain(
        "/tenants/1",
      );
    }
  });

  test("with the rule in the hint", () => {
    expect(() => validate(authorizeSchema, { ...call, tool: "\u200b" })).toThrow(
      expect.objectContaining({
        details: { errors: [expect.objectContaining({ hint: expect.stringContaining("not blank") })] },
      }),
    );
  });
});

test.each(GOOD)("%s is a name", (name) => {
  for (const member of ["tool", "provider", "agent", "session_id"])
    expect(refused(authorizeSchema, { ...call, [member]: name }), member).toEqual([]);
  expect(nameSchema.safeParse(name).success).toBe(true);
});

test.each(["   ", "", "é", "x".repeat(201), "a\nb"])("%j is no caller's id", (id) => {
  for (const [, schema, rest] of TAKEN.slice(0, 3)) expect(refused(schema, { ...rest, id })).toContain("/id");
});

test("what was stored under another rule is still looked for by its name", () => {
  const old = "send\u200bmail ";
  for (const schema of [listApprovalsQuery, toolCallQuery, feedbackQuery, issuesQuery])
    expect(schema.safeParse({ tool: old }).success).toBe(true);
  expect(knownToolsQuery.safeParse({ provider: old }).success).toBe(true);
  expect(cheatsheetQuery.safeParse({ gateway: old }).success).toBe(true);
});
