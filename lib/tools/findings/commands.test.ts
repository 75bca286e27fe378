import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { POINTER_MAX } from "@/gateway/lint/types";
import { proveScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, aTool } from "@/lib/testing/factories";
import { muteFinding } from "./commands";
import { muteFindingInput } from "./schema";

async function aBareTool() {
  const gateway = await aGateway([await aTenant()]);
  const { id } = await aTool(gateway, { provider: gateway.name, name: "find_rows", description: "" });
  const { actor } = await aPerson([], "admin");
  const admin = proveScope(actor, [], { unlimited: true });
  const key = { toolId: id, version: 1, reason: "It is known." };
  return { admin, key };
}

test("only what is found in the version can be muted", async () => {
  const { admin, key } = await aBareTool();
  const none = { code: "NOT_FOUND" };
  const missing = { ...key, code: "missing_description" } as const;
  await expect(muteFinding(admin, { ...missing, pointer: "/nothing" })).rejects.toMatchObject(none);
  await expect(
    muteFinding(admin, { ...key, code: "overlong_description", pointer: "/description" }),
  ).rejects.toMatchObject(none);
  await expect(muteFinding(admin, { ...key, code: "left_out", pointer: "/nothing" })).rejects.toMatchObject(
    none,
  );
  await expect(
    muteFinding(admin, { ...key, code: "never_called", pointer: "/description" }),
  ).rejects.toMatchObject(none);
  await expect(muteFinding(admin, { ...key, code: "other_purpose", pointer: "" })).rejects.toMatchObject(
    none,
  );
  await muteFinding(admin, { ...missing, pointer: "/description" });
});

test("a code that no rule has and a place past the bound are refused as input", async () => {
  const { key } = await aBareTool();
  const takes = (code: string, pointer: string) =>
    muteFindingInput.safeParse({ ...key, code, pointer }).success;
  expect(takes("left_out", "/x")).toBe(true);
  expect(takes("no_such_code", "/x")).toBe(false);
  expect(takes("left_out", "x".repeat(POINTER_MAX))).toBe(true);
  expect(takes("left_out", "x".repeat(POINTER_MAX + 1))).toBe(false);
});

test("the longest place that is taken fits into the index, in any script", async () => {
  const { admin, key } = await aBareTool();
  const start = "/inputSchema/properties/";
  const name = Array.from({ length: POINTER_MAX - start.length }, () =>
    String.fromCharCode(randomInt(0x4e00, 0x9fff)),
  ).join("");
  await muteFinding(admin, { ...key, code: "invented_parameter", pointer: `${start}${name}` });
});
