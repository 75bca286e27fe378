import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { approveSchema, authorizeSchema, listApprovalsQuery } from "@/lib/approvals/schema";
import { toolCallSchema } from "@/lib/calls/schema";
import { checkAll, DomainError, type FieldError, invalid } from "@/lib/core/errors";
import { RawJson } from "@/lib/core/json/raw";
import { feedbackQuery, feedbackSchema } from "@/lib/feedback/schema";
import { putToolsSchema } from "@/lib/tools/schema";
import { ERRORS_MAX, validate } from "./validate";

function refusal(work: () => unknown): { message: string; errors: FieldError[] } {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return { message: error.message, errors: error.details.errors ?? [] };
    throw error;
  }
  throw new Error("nothing was refused");
}

const pointersOf = (work: () => unknown) => refusal(work).errors.map(({ pointer }) => pointer);

describe("one answer names every wrong member, each once", () => {
  test("wrong values, missing members and unknown ones, at any depth", () => {
    const body = {
      tenant: 5,
      risk: "huge",
      facts: { how_many: -1, zzz: 2 },
      preview: { format: "pdf" },
      wait_seconds: 100,
      occurred_at: "no",
      foo: 1,
      bar: 2,
    };
    expect(pointersOf(() => validate(authorizeSchema, body)).toSorted()).toEqual(
      [
        "/tenant",
        "/tool",
        "/arguments",
        "/risk",
        "/facts/how_many",
        "/facts/zzz",
        "/preview/format",
        "/preview/content",
        "/wait_seconds",
        "/occurred_at",
        "/foo",
        "/bar",
      ].toSorted(),
    );
    expect(refusal(() => validate(authorizeSchema, body)).message).toMatch(
      /^\/tenant: .* \(and 11 more, see errors\)\. Nothing was stored\.$/,
    );
    expect(pointersOf(() => validate(approveSchema, { reason: "", x: 1 }))).toEqual([
      "/revision",
      "/arguments_sha256",
      "/reason",
      "/x",
    ]);
  });

  test("rules over several members beside those of the members themselves", () => {
    expect(
      pointersOf(() => validate(toolCallSchema, { tenant: 5, outcome: "wrong_tool_boundary", x: 1 })),
    ).toEqual(["/tenant", "/tool", "/occurred_at", "/x", "/referral/boundary_axes", "/referral/evidence"]);
    expect(
      pointersOf(() =>
        validate(putToolsSchema, { provider: "", tools: [{ name: "a" }, { name: "a" }, null] }),
      ),
    ).toEqual(["/provider", "/tools/0/inputSchema", "/tools/1/inputSchema", "/tools/2", "/tools/1/name"]);
    for (const body of [null, [], 5, { tools: 5 }, { tools: {} }])
      expect(() => validate(putToolsSchema, body)).toThrow(DomainError);
    expect(() => validate(toolCallSchema, null)).toThrow(DomainError);
  });

  test("up to a bound", () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, i]));
    expect(pointersOf(() => validate(approveSchema, body))).toHaveLength(ERRORS_MAX);
  });

  test("of rules that only the database can check", () => {
    const wrong = (pointer: string) => () => {
      throw invalid(pointer, "wrong", `${pointer} is wrong`);
    };
    expect(pointersOf(() => checkAll(wrong("/a"), () => 1, wrong("/b")))).toEqual(["/a", "/b"]);
    expect(
      checkAll(
        () => 1,
        () => "x",
      ),
    ).toEqual([1, "x"]);
    expect(() =>
      checkAll(wrong("/a"), () => {
        throw new Error("a bug");
      }),
    ).toThrow("a bug");
  });
});

describe("a call may be so large", () => {
  const call = { tenant: "acme", tool: "send", arguments: RawJson.parse("{}") };
  const text = (length: number) => RawJson.parse(`"${"x".repeat(length - 2)}"`);
  const name = (length: number) => "n".repeat(length);
  test.each([
    ["summary", 500, (n: number) => ({ summary: name(n) }), "/summary"],
    ["impact", 1_000, (n: number) => ({ impact: name(n) }), "/impact"],
    [
      "preview",
      64 * 1024,
      (n: number) => ({ preview: { format: "text", content: name(n) } }),
      "/preview/content",
    ],
    ["correlation", 4 * 1024, (n: number) => ({ correlation: text(n) }), "/correlation"],
    [
      "arguments",
      256 * 1024,
      (n: number) => ({ arguments: RawJson.parse(`{"a":"${name(n - 8)}"}`) }),
      "/arguments",
    ],
    ...["tool", "provider", "agent", "model", "session_id", "call_id", "on_behalf_of", "precondition"].map(
      (member) => [member, 200, (n: number) => ({ [member]: name(n) }), `/${member}`] as const,
    ),
    ["id", 200, (n: number) => ({ id: name(n) }), "/id"],
    ["fact", 200, (n: number) => ({ facts: { what: name(n) } }), "/facts/what"],
    ["wait", 55, (n: number) => ({ wait_seconds: n }), "/wait_seconds"],
  ] as const)("%s: up to %i, not one more", (_, limit, member, pointer) => {
    expect(() => validate(authorizeSchema, { ...call, ...member(limit) })).not.toThrow();
    expect(pointersOf(() => validate(authorizeSchema, { ...call, ...member(limit + 1) }))).toEqual([pointer]);
  });
});

test("a hint lists the words that answers use, and the aliases that are taken as well", () => {
  const risk = (value: unknown) => refusal(() => validate(authorizeSchema.in.shape.risk, value)).errors[0];
  const words =
    "one of: low, medium, high, critical (also taken: med for medium, moderate for medium, safe for low, dangerous for high)";
  for (const value of ["huge", 5, null])
    expect(risk(value)).toMatchObject({ code: "not_a_valid_value", message: words, hint: words });
  for (const [alias, word] of [
    ["med", "medium"],
    ["moderate", "medium"],
    ["safe", "low"],
    ["dangerous", "high"],
    ["critical", "critical"],
  ])
    expect(validate(authorizeSchema.in.shape.risk, alias)).toBe(word);
  const severity = (schema: z.ZodType, value: object) =>
    refusal(() => validate(schema, value)).errors.find(({ pointer }) => pointer === "/severity");
  for (const schema of [feedbackSchema, feedbackQuery])
    expect(severity(schema, { severity: "worst" })).toMatchObject({
      hint: "one of: low, med, high (also taken: medium for med)",
    });
});

test("a status that no approval can have is refused with those that it can", () => {
  const refused = (value: string) => refusal(() => validate(listApprovalsQuery, { status: value })).errors;
  for (const value of ["approved", "none", "blocked", "waiting"])
    expect(refused(value)).toEqual([
      expect.objectContaining({
        pointer: "/status",
        hint: "one of: pending, rejected, changes_requested, expired, cancelled, revoked, awaiting, executing, succeeded, failed, unknown, lapsed (decision=approved lists all approved calls, with any outcome)",
      }),
    ]);
});
