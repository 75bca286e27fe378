import { expect, test } from "vitest";
import { hidesClients, networkOf } from "./client-network";

const PROXIES = ["10.0.0.0/8", "2001:db8:ffff::/48"];

const keyOf = (peer: string | undefined, forwarded?: string, trusted: readonly string[] = PROXIES) =>
  networkOf({ peer, forwarded }, trusted).key;

test.each([
  ["203.0.113.9", "203.0.113.9/32"],
  ["::ffff:203.0.113.9", "203.0.113.9/32"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  [undefined, "unknown"],
  ["", "unknown"],
])("a socket from %s counts as %s, whatever it says of others", (peer, key) => {
  expect(keyOf(peer)).toBe(key);
  expect(keyOf(peer, "198.51.100.1")).toBe(key);
});

test.each([
  ["198.51.100.7", "198.51.100.7/32", "the one that the proxy names"],
  ["1.2.3.4, 198.51.100.7", "198.51.100.7/32", "what the client wrote itself is further left"],
  ["1.2.3.4,198.51.100.7 , 10.9.9.9", "198.51.100.7/32", "a chain of trusted proxies"],
  ["198.51.100.7:5123", "198.51.100.7/32", "a port"],
  ["[2001:db8:5:6::1]:443", "2001:db8:5:6::/64", "IPv6 with a port"],
  ["::ffff:198.51.100.7", "198.51.100.7/32", "a mapped address"],
  ["10.1.1.1, 10.2.2.2", "10.1.1.1/32", "only trusted ones: the first"],
  ["", "10.0.0.1/32", "nothing"],
  ["unknown", "10.0.0.1/32", "no address"],
  ["1.2.3.4, not-an-address", "10.0.0.1/32", "nothing behind what is no address"],
  ["0x7f.1", "10.0.0.1/32", "an odd spelling"],
])("behind a trusted proxy, X-Forwarded-For %j counts as %s: %s", (forwarded, key) => {
  expect(keyOf("10.0.0.1", forwarded)).toBe(key);
  expect(keyOf("::ffff:10.0.0.1", forwarded)).toBe(key);
});

test("without trusted proxies nobody speaks for others", () => {
  expect(keyOf("10.0.0.1", "198.51.100.7", [])).toBe("10.0.0.1/32");
});

test("the network around it is the /24, and the /48 of IPv6", () => {
  expect(networkOf({ peer: "203.0.113.9", forwarded: undefined }, []).wide).toBe("203.0.113.0/24");
  expect(networkOf({ peer: "2a00:1:2:3::4", forwarded: undefined }, []).wide).toBe("2a00:1:2::/48");
});

test("an address may be many clients' while it is not public and no proxies are named", () => {
  const isShared = (peer: string, trusted: string[] = []) =>
    networkOf({ peer, forwarded: undefined }, trusted).shared;
  for (const peer of ["127.0.0.1", "::1", "10.0.0.1", "172.18.0.1", "192.168.1.5", "fd00::1", ""])
    expect(isShared(peer), peer).toBe(true);
  for (const peer of ["8.8.8.8", "2a00:1450:4001::5"]) expect(isShared(peer), peer).toBe(false);
  expect(isShared("127.0.0.1", ["10.0.0.0/8"])).toBe(false);
});

test("so may that of a trusted proxy which tells no client, however the proxy is written", () => {
  for (const trusted of ["10.0.0.0/8", "::ffff:10.0.0.0/104"]) {
    const behind = (forwarded: string | undefined) => networkOf({ peer: "10.0.0.1", forwarded }, [trusted]);
    for (const forwarded of [undefined, "", "unknown"]) expect(behind(forwarded).shared).toBe(true);
    expect(behind("198.51.100.7")).toMatchObject({ key: "198.51.100.7/32", shared: false });
  }
});

test("what one client may own is its address, and the /48 of IPv6", () => {
  expect(networkOf({ peer: "203.0.113.9", forwarded: undefined }, []).own).toBe("203.0.113.9/32");
  expect(networkOf({ peer: "2a00:1:2:3::4", forwarded: undefined }, []).own).toBe("2a00:1:2::/48");
});

test("an https address without trusted proxies hides the clients", () => {
  expect(hidesClients({ PUBLIC_URL: "https://countersign.example", trustedProxies: [] })).toBe(true);
  expect(hidesClients({ PUBLIC_URL: "https://countersign.example", trustedProxies: ["10.0.0.1/32"] })).toBe(
    false,
  );
  expect(hidesClients({ PUBLIC_URL: "http://localhost:3000", trustedProxies: [] })).toBe(false);
});
