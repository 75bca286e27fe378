import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import ipaddr from "ipaddr.js";
import { env } from "./env";

// Whose attempts count together. The address is the socket's; X-Forwarded-For is believed only from an address of TRUSTED_PROXIES.

/** Where a request came from, as far as it can be told. */
export type ClientNetwork = {
  /** One address of IPv4, the /64 of one of IPv6: what one client has to itself. */
  key: string;
  /** What one client may own whole: one address of IPv4, the /48 of one of IPv6. */
  own: string;
  /** The network around it: the /24 or the /48. */
  wide: string;
  /** Many clients may share the address: it is a named proxy's that told no client, or not public and no proxy is named. */
  shared: boolean;
};

type Address = ipaddr.IPv4 | ipaddr.IPv6;

type Arrival = { peer: string | undefined; forwarded: string | undefined };

const UNKNOWN: ClientNetwork = { key: "unknown", own: "unknown", wide: "unknown", shared: true };

// One a process, also when a bundler loads this module more than once.
const store = globalThis as { countersignArrivals?: AsyncLocalStorage<Arrival> };
store.countersignArrivals ??= new AsyncLocalStorage();
const arrivals = store.countersignArrivals;

/** Answers a request that came from there. Nothing of it is read before somebody asks. */
export function answerFrom<T>(arrival: Arrival, answer: () => T): T {
  return arrivals.run(arrival, answer);
}

/** The network of the client whose request is being answered. */
export function currentNetwork(): ClientNetwork {
  const arrival = arrivals.getStore();
  return arrival ? networkOf(arrival, env().trustedProxies) : UNKNOWN;
}

/** Whether the proxy in front of us makes all clients look like one: we speak no TLS, so somebody else ends it. */
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
 * The network of a client by the address of its socket and, from a trusted one, by X-Forwarded-For: read from the right, where
 * each proxy wrote who asked it, up to the first address that is not trusted. What stands further left is the client's word.
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

/** A range of IPv4, also where it is written as one of IPv6. */
function plainRange(range: string): [Address, number] {
  const [base, bits] = ipaddr.parseCIDR(range);
  const mapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96;
  return mapped ? [base.toIPv4Address(), bits - 96] : [base, bits];
}

/** The address of `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::7` or `[2001:db8::7]:4711`; null for anything else. */
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
