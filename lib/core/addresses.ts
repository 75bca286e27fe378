import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Whether a callback may connect there. `allowed`: only because of CALLBACK_ALLOW_CIDRS. */
export type AddressVerdict = { kind: "public" } | { kind: "allowed" } | { kind: "refused"; why: string };

/**
 * Always refused, even with CALLBACK_ALLOW_CIDRS: link-local, cloud metadata addresses (AWS and GCP
 * IPv6, Alibaba, Azure, Oracle), "this host" (0.0.0.0 is loopback on Linux), multicast, broadcast.
 */
const NEVER = [
  "169.254.0.0/16",
  "fe80::/10",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.192/32",
  "0.0.0.0/8",
  "::/128",
  "224.0.0.0/4",
  "ff00::/8",
  "255.255.255.255/32",
].map((range) => ipaddr.parseCIDR(range));

// Bytes at which an IPv6 form carries an IPv4 address: NAT64 (RFC 6052, 8215), 6to4 (RFC 3056),
// IPv4-compatible (RFC 4291), IPv4-translated (RFC 2765). Teredo (RFC 4380) carries it inverted at
// the end.
const CARRIERS: { range: [Address, number]; at: number; inverted?: boolean }[] = [
  { range: ipaddr.parseCIDR("64:ff9b::/96"), at: 12 },
  { range: ipaddr.parseCIDR("64:ff9b:1::/48"), at: 12 },
  { range: ipaddr.parseCIDR("2002::/16"), at: 2 },
  { range: ipaddr.parseCIDR("::/96"), at: 12 },
  { range: ipaddr.parseCIDR("::ffff:0:0:0/96"), at: 12 },
  { range: ipaddr.parseCIDR("2001::/32"), at: 12, inverted: true },
];

// All public IPv6 (RFC 4291 §2.4). A list of exceptions would miss reserved ranges.
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

// The one prefix through which an IPv6-only network reaches the public IPv4 internet.
const NAT64_PUBLIC = ipaddr.parseCIDR("64:ff9b::/96");

/**
 * Judges an IP address in any spelling, and IPv4 addresses embedded in IPv6 (mapped, NAT64, 6to4,
 * Teredo).
 * @param allow private ranges that an operator opened, as CIDRs
 */
export function judgeAddress(text: string, allow: readonly string[]): AddressVerdict {
  const bare = text.replace(/%.*$/, ""); // a zone (fe80::1%eth0) does not change the address
  if (!ipaddr.isValid(bare)) return refused(`${text} is not an IP address`);
  const address = ipaddr.process(bare);
  const inner = carried(address);
  for (const form of inner ? [address, inner] : [address]) {
    if (NEVER.some((range) => within(form, range))) {
      return refused(`${text} is a link-local, cloud metadata or unspecified address, which is never called`);
    }
  }
  const ranges = allow.map((range) => ipaddr.parseCIDR(range));
  const opened = (form: Address) => ranges.some((range) => within(form, range));
  if (opened(address)) return { kind: "allowed" };
  const judged = inner && within(address, NAT64_PUBLIC) ? inner : address;
  if (isPublic(judged)) return { kind: "public" };
  if (judged !== address && opened(judged)) return { kind: "allowed" };
  return refused(`${text} is not a public address and not in CALLBACK_ALLOW_CIDRS`);
}

function refused(why: string): AddressVerdict {
  return { kind: "refused", why };
}

function isPublic(address: Address): boolean {
  return address.range() === "unicast" && (address.kind() === "ipv4" || within(address, GLOBAL_UNICAST));
}

function within(address: Address, [base, bits]: [Address, number]): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

function carried(address: Address): Address | null {
  if (address.kind() === "ipv4") return null;
  const carrier = CARRIERS.find(({ range }) => within(address, range));
  if (!carrier) return null;
  const bytes = address.toByteArray().slice(carrier.at, carrier.at + 4);
  return ipaddr.fromByteArray(carrier.inverted ? bytes.map((byte) => byte ^ 0xff) : bytes);
}
