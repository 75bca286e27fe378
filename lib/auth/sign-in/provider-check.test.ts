import { createServer, type RequestListener } from "node:http";
import { afterAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { proveScope, type Role, type UserScope } from "@/lib/core/scope";
import { withVariables } from "@/lib/testing/settings";

let answer: RequestListener = (_, response) => response.end();

let asked = 0;

const server = createServer((request, response) => {
  asked += 1;
  answer(request, response);
});

await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

const address = server.address();

const issuer = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}/realm`;

withVariables({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: "countersign",
  OIDC_CLIENT_SECRET: "planted secret",
  OIDC_ROLE_CLAIM: "groups",
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await closeDatabase();
});

function scopeOf(role: Role): UserScope {
  const actor = {
    kind: "user",
    id: "x",
    name: "x",
    email: "x@x",
    role,
    via: "session",
    credentialId: "x",
  } as const;
  return proveScope(actor, [], { unlimited: true });
}

let processes = 0;

function anotherProcess(): Promise<typeof import("./provider-check")> {
  processes += 1;
  const copy = `./provider-check.ts?process=${processes}`;
  return import(/* @vite-ignore */ copy);
}

async function check(role: Role = "admin") {
  const { checkProvider } = await anotherProcess();
  return checkProvider(scopeOf(role));
}

const good = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  code_challenge_methods_supported: ["S256"],
  id_token_signing_alg_values_supported: ["RS256"],
  scopes_supported: ["openid", "email", "profile"],
  claims_supported: ["sub", "groups"],
};

const says = (document: object | string, status = 200, headers = {}) => {
  answer = (_, response) =>
    response
      .writeHead(status, headers)
      .end(typeof document === "string" ? document : JSON.stringify(document));
};

test("a good document has nothing to complain about, and no secret leaves", async () => {
  says(good);
  const result = await check();
  expect(result.findings.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
  expect(result.address).toBe(`${issuer}/.well-known/openid-configuration`);
  expect(JSON.stringify(result)).not.toContain("planted");
});

test.each([
  [{ ...good, issuer: "https://evil.example" }, "issuer", "https://evil.example"],
  [{ ...good, token_endpoint: "javascript:alert(1)" }, "endpoints", "token_endpoint"],
  [{ ...good, scopes_supported: ["openid"] }, "scopes", "email, profile"],
  [{ ...good, code_challenge_methods_supported: ["plain"] }, "pkce", undefined],
  [{ ...good, response_types_supported: ["id_token"] }, "code", undefined],
])("%#: what is wrong is named", async (document, what, found) => {
  says(document);
  const problems = (await check()).findings.filter(({ verdict }) => verdict === "problem");
  expect(problems).toEqual([expect.objectContaining({ what, ...(found ? { found } : {}) })]);
});

test.each([
  ["<html>", 200, "json", "not JSON"],
  ["[]", 200, "json", "not a JSON object"],
  ["x".repeat(300_000), 200, "json", "more than 256 KiB"],
  ["internal secrets", 500, "reached", "status 500"],
])("%#: an answer that is none", async (body, status, what, found) => {
  says(body, status);
  expect((await check()).findings).toEqual([{ what, verdict: "problem", found }]);
});

test("a redirect is told, not followed", async () => {
  says("", 302, { location: "/elsewhere" });
  const before = asked;
  expect((await check()).findings).toEqual([{ what: "reached", verdict: "problem", found: "status 302" }]);
  expect(asked).toBe(before + 1);
});

test("two checks right after each other ask once; others than administrators never", async () => {
  says(good);
  const { checkProvider } = await anotherProcess();
  const before = asked;
  await checkProvider(scopeOf("admin"));
  await expect(checkProvider(scopeOf("admin"))).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await expect(check("viewer")).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(asked).toBe(before + 1);
});
