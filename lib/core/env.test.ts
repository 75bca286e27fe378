import { expect, test } from "vitest";
import { parseEnv } from "./env";

const good = { DATABASE_URL: "postgresql://u:p@127.0.0.1:5432/x", AUTH_SECRET: "s".repeat(32) };

test("defaults follow the contract", () => {
  expect(parseEnv(good)).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    PUBLIC_URL: "http://localhost:3000",
    COUNTERSIGN_ROLE: "all",
    callbackAllowCidrs: ["127.0.0.0/8", "::1/128"],
  });
  expect(parseEnv({ ...good, HOST: "0.0.0.0" }).callbackAllowCidrs).toEqual([]);
  expect(
    parseEnv({ ...good, CALLBACK_ALLOW_CIDRS: "10.0.0.0/8, 192.168.0.0/16" }).callbackAllowCidrs,
  ).toEqual(["10.0.0.0/8", "192.168.0.0/16"]);
});

test("trusted proxies are addresses and ranges, and nobody is trusted unless named", () => {
  const trusted = (text?: string) => parseEnv({ ...good, TRUSTED_PROXIES: text }).trustedProxies;
  expect(trusted()).toEqual([]);
  expect(trusted("")).toEqual([]);
  expect(trusted("127.0.0.1, ::1,10.0.0.0/24")).toEqual(["127.0.0.1/32", "::1/128", "10.0.0.0/24"]);
});

test("the page of all parts is shown in development, and elsewhere when asked for", () => {
  const shows = (more: Record<string, string>) => parseEnv({ ...good, ...more }).showsDesignPage;
  expect(shows({ NODE_ENV: "development" })).toBe(true);
  expect(shows({ NODE_ENV: "development", COUNTERSIGN_DESIGN_PAGE: "off" })).toBe(false);
  expect(shows({ NODE_ENV: "production" })).toBe(false);
  expect(shows({ NODE_ENV: "production", COUNTERSIGN_DESIGN_PAGE: "on" })).toBe(true);
});

test.each<[Record<string, string | undefined>, RegExp]>([
  [{ DATABASE_URL: undefined }, /^DATABASE_URL is missing: expected a URL of the form postgresql:/],
  [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL is malformed: expected/],
  [{ AUTH_SECRET: "short" }, /^AUTH_SECRET is malformed: expected at least 32 characters/],
  [{ AUTH_SECRET: "" }, /^AUTH_SECRET is missing/],
  [{ PORT: "eighty" }, /^PORT is malformed: expected a port number/],
  [{ PUBLIC_URL: "https://x.example/path" }, /^PUBLIC_URL is malformed: expected an http\(s\) origin/],
  [{ COUNTERSIGN_ROLE: "king" }, /^COUNTERSIGN_ROLE is malformed: expected one of all, web, api, worker/],
  [{ CALLBACK_ALLOW_CIDRS: "everything" }, /^CALLBACK_ALLOW_CIDRS is malformed/],
  [{ CALLBACK_ALLOW_CIDRS: "999.0.0.0/8" }, /^CALLBACK_ALLOW_CIDRS is malformed/],
  [{ CALLBACK_ALLOW_CIDRS: "10.0.0.0/33" }, /^CALLBACK_ALLOW_CIDRS is malformed/],
  [{ TRUSTED_PROXIES: "my-proxy" }, /^TRUSTED_PROXIES is malformed: expected comma-separated addresses/],
  [{ PASSWORD_SIGN_IN: "off" }, /^OIDC_ISSUER is missing/],
  [{ OIDC_ISSUER: "https://idp.example" }, /^OIDC_CLIENT_ID is missing/],
])("%o is refused in one line", (over, line) => {
  expect(() => parseEnv({ ...good, ...over })).toThrow(line);
  try {
    parseEnv({ ...good, ...over });
  } catch (error) {
    expect((error as Error).message).not.toContain("\n");
  }
});
