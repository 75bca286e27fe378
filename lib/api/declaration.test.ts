import { describe, expect, test } from "vitest";
import * as z from "zod";
import { DomainError } from "@/lib/core/errors";
import { assertDeclared } from "./declaration";
import type { Operation } from "./definition";
import { problemResponse } from "./problem";

const operation: Operation = {
  access: "any",
  summary: "Answers.",
  answers: {
    200: {
      says: "Rows.",
      body: z.strictObject({ id: z.string(), more: z.string().optional() }),
      texts: { "application/x-ndjson": z.strictObject({ id: z.string() }), "text/csv": z.string() },
      headers: ["ETag"],
    },
    304: { says: "Unchanged." },
  },
  refuses: ["NOT_FOUND"],
};

const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init);
const lines = (text: string) =>
  new Response(text, { headers: { "content-type": "application/x-ndjson; charset=utf-8" } });
const refusal = (code: "NOT_FOUND" | "CONFLICT") =>
  problemResponse(new DomainError(code, "No."), "018f0000-0000-7000-8000-000000000000");

describe("what is declared passes", () => {
  test.each([
    ["a body", json({ id: "1" }, { headers: { etag: '"x"', "x-request-id": "r" } })],
    ["no body", new Response(null, { status: 304 })],
    ["lines", lines('{"id":"1"}\n{"id":"2"}\n')],
    ["a file", new Response("a,b\r\n", { headers: { "content-type": "text/csv; charset=utf-8" } })],
    ["a refusal", refusal("NOT_FOUND")],
  ])("%s", async (_, response) => {
    const text = await response.clone().text();
    expect(await (await assertDeclared(operation, response)).text()).toBe(text);
  });
});

describe("what is not declared is an error", () => {
  test.each([
    ["an unknown member", json({ id: "1", other: 1 }), /other/],
    ["a missing member", json({}), /id/],
    ["another status", json({ id: "1" }, { status: 201 }), /201 .* is not declared/],
    ["another header", json({ id: "1" }, { headers: { location: "/x" } }), /location/],
    ["another form", new Response("x", { headers: { "content-type": "text/html" } }), /text\/html/],
    ["another refusal", refusal("CONFLICT"), /CONFLICT/],
    [
      "no problem document",
      new Response('{"code":"NOT_FOUND"}', {
        status: 404,
        headers: { "content-type": "application/problem+json" },
      }),
      /no problem document/,
    ],
  ])("%s", async (_, response, message) => {
    await expect(assertDeclared(operation, response)).rejects.toThrow(message);
  });

  test("a line, when it is read", async () => {
    const response = await assertDeclared(operation, lines('{"id":"1"}\n{"id":2}\n'));
    await expect(response.text()).rejects.toThrow(/a line of 200/);
  });
});
