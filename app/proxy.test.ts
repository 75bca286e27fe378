import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { proxy } from "../proxy";

const ask = (path: string, method = "GET") => {
  const headers = { cookie: "next-auth.session-token=a" };
  return proxy(new NextRequest(new URL(path, env().PUBLIC_URL), { method, headers }));
};

test.each([
  ["/tools/cheatsheets/hubspot?gateway=%00", "/tools/cheatsheets/hubspot?gateway="],
  ["/signin?error=a%00b&callbackUrl=%2Ftools", "/signin?error=ab&callbackUrl=%2Ftools"],
  ["/insights/export?%00tenant=acme", "/insights/export?tenant=acme"],
])("an address with NUL in its query leads to the one without: %s", (path, clean) => {
  const { status, headers } = ask(path, "POST");
  expect(status).toBe(307);
  expect(headers.get("location")).toBe(new URL(clean, env().PUBLIC_URL).href);
});

test("what only looks like a NUL stays as it is", () => {
  expect(ask("/approvals?q=%2500").status).toBe(200);
});
