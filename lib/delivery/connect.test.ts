import { describe, expect, test } from "vitest";
import { judgeAddress } from "@/lib/core/addresses";
import { DomainError } from "@/lib/core/errors";
import {
  addressProblem,
  assertCallbackTarget,
  assertCallbackUrl,
  urlProblem,
} from "@/lib/gateways/callback-url";

const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/** Spellings of "this machine" that some software understands. */
const LOOPBACK_SPELLINGS = [
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "127.0.1",
  "0177.0.0.1",
  "0x7f.0.0.1",
  "0x7f000001",
  "0X7F.1",
  "2130706433",
  "017700000001",
  "127.255.255.254",
  "0.0.0.0",
  "0",
  "localhost",
  "LOCALHOST.",
  "gateway.localhost",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::]",
  "[::127.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b:1::127.0.0.1]",
  "[2002:7f00:1::]",
  "[2001:0:0:0:0:0:80ff:fffe]",
  "①②⑦.⓪.⓪.①",
];

describe("which addresses may be called", () => {
  test.each(LOOPBACK_SPELLINGS)("%s is refused by its text alone", (host) => {
    expect(urlProblem(`https://${host}:8443/x`, [])).toMatch(/not|never/);
  });

  test.each([
    ["10.1.2.3", "private"],
    ["172.16.0.1", "private"],
    ["192.168.1.1", "private"],
    ["100.64.0.1", "carrier"],
    ["198.18.0.1", "benchmarks"],
    ["192.0.2.1", "documentation"],
    ["240.0.0.1", "reserved"],
    ["fc00::1", "unique local"],
    ["fec0::1", "site-local"],
    ["2001:db8::1", "documentation"],
    ["64:ff9b::10.0.0.1", "private behind NAT64"],
    ["::ffff:192.168.0.1", "private, mapped"],
    ["not an address", "nonsense"],
  ])("%s (%s) is refused unless a range opens it", (address) => {
    expect(judgeAddress(address, [])).toMatchObject({ kind: "refused" });
  });

  test.each([
    "169.254.169.254",
    "169.254.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::169.254.169.254",
    "2002:a9fe:a9fe::",
    "fe80::1",
    "fe80::1%eth0",
    "fd00:ec2::254",
    "fd20:ce::254",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "0.0.0.0",
    "::",
    "224.0.0.1",
    "255.255.255.255",
    "ff02::1",
  ])("%s is never called, even when every range is opened", (address) => {
    expect(judgeAddress(address, ["0.0.0.0/0", "::/0"])).toMatchObject({ kind: "refused" });
  });

  test("public addresses are called, over https only; opened ranges over both", () => {
    for (const address of ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::93.184.216.34"]) {
      expect(addressProblem("https:", address, [])).toBeNull();
      expect(addressProblem("http:", address, [])).toMatch(/over https only.*CALLBACK_ALLOW_CIDRS/);
    }
    expect(addressProblem("http:", "10.0.0.8", ["10.0.0.0/24"])).toBeNull();
    expect(addressProblem("http:", "10.0.1.8", ["10.0.0.0/24"])).toMatch(/CALLBACK_ALLOW_CIDRS/);
    expect(addressProblem("http:", "::ffff:127.0.0.1", LOOPBACK)).toBeNull();
  });
});

describe("the URL a gateway registers", () => {
  test.each([
    "https://gateway.example/hooks",
    "https://93.184.216.34:8443/",
    "http://127.0.0.1:9/x",
    "http://localhost:1/",
  ])("%s is taken where loopback is open", (url) =>
    expect(assertCallbackTarget(url, LOOPBACK)).toBeUndefined(),
  );

  test.each([
    ["ftp://gateway.example/", /neither https nor http/],
    ["file:///etc/passwd", /neither https nor http/],
    ["gateway.example/hooks", /not an absolute URL/],
    ["https://user:pass@gateway.example/", /user name or password/],
    ["https://gateway.example/#top", /fragment/],
    ["http://93.184.216.34/", /over https only/],
    ["https://10.0.0.1/", /not in CALLBACK_ALLOW_CIDRS/],
    ["https://169.254.169.254/latest/meta-data", /never called/],
    [`https://gateway.example/${"x".repeat(2_000)}`, /longer than 2000 characters/],
  ])("%s is refused in words", (url, words) => {
    expect(() => assertCallbackTarget(url, LOOPBACK)).toThrow(words);
    expect(() => assertCallbackTarget(url, LOOPBACK)).toThrow(/Nothing was stored/);
  });
});

describe("the callback_url of one request", () => {
  const registered = "https://gateway.example/hooks/countersign";

  test.each(["https://gateway.example/hooks/other?x=1", "https://gateway.example:443/", registered])(
    "%s is under the registered origin",
    (url) => expect(assertCallbackUrl(url, registered)).toBeUndefined(),
  );

  test.each([
    "https://gateway.example.evil.example/hooks",
    "https://gateway.example@evil.example/hooks",
    "https://evil.example/https://gateway.example/hooks",
    "http://gateway.example/hooks",
    "https://gateway.example:8443/hooks",
    "https://sub.gateway.example/hooks",
    "//gateway.example/hooks",
    "/hooks/other",
    "javascript:alert(1)",
    "",
  ])("%s is refused", (url) => {
    const refused = catching(() => assertCallbackUrl(url, registered));
    expect(refused).toMatchObject({ code: "VALIDATION_ERROR", status: 422 });
    expect(refused.details.errors).toMatchObject([{ pointer: "/callback_url" }]);
  });

  test("none may be named where none is registered", () => {
    expect(() => assertCallbackUrl(registered, null)).toThrow(/registered no callback URL/);
  });
});

function catching(work: () => void): DomainError {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
