import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import ipaddr from "ipaddr.js";
import { env } from "./env";

// Which network an attempt counts for. The address is the socket's. X-Forwarded-For counts only
// from TRUSTED_PROXIES.

/** Network of a request, as far as it is known. */
export type ClientNetwork = {
  /** The range of a single client: an IPv4 address or an IPv6 /64. */
  key: string;
  /** The range one customer may own: an IPv4 address or an IPv6 /48. */
  own: string;
  /** The surrounding network: /24 or /48. */
  wide: string;
  /**
   * Whether many clients may share it: a trusted proxy that named no client, or a private address
   * without trusted proxies.
   */
  shared: boolean;
};

type Address = ipaddr.IPv4 | ipaddr.IPv6;

type Arrival = { peer: string | undefined; forwarded: string | undefined };

const UNKNOWN: ClientNetwork = { key: "unknown", own: "unknown", wide: "unknown", shared: true };

// One per process, even if a bundler loads this module twice.
const store = globalThis as { countersignArrivals?: AsyncLocalStorage<Arrival> };
store.countersignArrivals ??= new AsyncLocalStorage();
const arrivals = store.countersignArrivals;

/** Runs a handler with the request's origin, which is parsed only on demand. */
export function answerFrom<T>(arrival: Arrival, answer: () => T): T {
  return arrivals.run(arrival, answer);
}

/** The network of the client whose request is being answered. */
export function currentNetwork(): ClientNetwork {
  const arrival = arrivals.getStore();
  return arrival ? networkOf(arrival, env().trustedProxies) : UNKNOWN;
}

/** Whether the proxy makes all clients look like one. We speak no TLS, so a proxy ends it. */
export function hidesClients({
  PUBLIC_URL,
  trustedProxies,
}: {
  PUBLIC_URL: string;
  trustedProxies: readonly string[];
}): boolean {
  return PUBLIC_URL.startsWith("https:") && trustedProxies.length === 0;
}

/**
 * Network of a client from its socket, or from X-Forwarded-For of a trusted proxy. Reads the header
 * from the right to the first untrusted address; the client can forge the rest.
 */
export function networkOf({ peer, forwarded }: Arrival, trusted: readonly string[]): ClientNetwork {
  const socket = addressIn(peer ?? "");
  if (!socket) return UNKNOWN;
  const ranges = trusted.map(plainRange);
  const isTrusted = (address: Address) =>
    ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
  let client = socket;
  const named = (forwarded ?? "").split(",");
  while (isTrusted(client)) {
    const before = addressIn(named.pop() ?? "");
    if (!before) break;
    client = before;
  }
  const isV4 = client.kind() === "ipv4";
  return {
    key: rangeOf(client, isV4 ? 32 : 64),
    own: rangeOf(client, isV4 ? 32 : 48),
    wide: rangeOf(client, isV4 ? 24 : 48),
    shared: isTrusted(client) || (trusted.length === 0 && client.range() !== "unicast"),
  };
}

/** An IPv4 range, also from its IPv6 spelling. */
function plainRange(range: string): [Address, number] {
  const [base, bits] = ipaddr.parseCIDR(range);
  const mapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96;
  return mapped ? [base.toIPv4Address(), bits - 96] : [base, bits];
}

/**
 * The address of `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::7` or `[2001:db8::7]:4711`; null for
 * anything else.
 */
function addressIn(text: string): Address | null {
  const bare = text
    .trim()
    .replace(/^\[(.+)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : null;
}

function rangeOf(address: Address, bits: number): string {
  const bytes = address.toByteArray().map((byte, at) => {
    const kept = Math.min(8, Math.max(0, bits - at * 8));
    return byte & ~(0xff >> kept);
  });
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
