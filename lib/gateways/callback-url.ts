import "server-only";
import { isIP } from "node:net";
import { type AddressVerdict, judgeAddress } from "@/lib/core/addresses";
import { invalid } from "@/lib/core/errors";

/** Characters of a callback URL: what proxies and logs carry without cutting. */
const CALLBACK_URL_MAX = 2_000;

// RFC 6761 §6.3: these names are loopback, whatever a resolver says.
const LOOPBACK_NAME = /^(?:localhost|(?:.*\.)?localhost)\.?$/i;

/**
 * The rule for a `callback_url` inside a request: a path under the origin that the gateway registered.
 * @throws DomainError VALIDATION_ERROR at `/callback_url`; nothing was stored
 */
export function assertCallbackUrl(url: string, registeredUrl: string | null): void {
  if (registeredUrl === null) {
    throw invalid(
      "/callback_url",
      "no_registered_callback",
      "This gateway has registered no callback URL, so none may be named. Nothing was stored; leave callback_url out, or have an administrator register one.",
    );
  }
  const { origin } = new URL(registeredUrl);
  const problem = formProblem(url) ?? (new URL(url).origin === origin ? null : "it has another origin");
  if (problem === null) return;
  throw invalid(
    "/callback_url",
    "foreign_callback",
    `callback_url was refused: ${problem}. Nothing was stored; name a path under the gateway's registered origin, or leave it out.`,
    `${origin}/…`,
  );
}

/**
 * Where a callback goes at this moment: to the address that its call named, while that is under the registered origin, else to
 * the registered one. Without a registered one nobody may be called, and the named address only tells where it would have gone.
 */
export function callbackAddress(named: string | null, registered: string | null): string | null {
  if (named === null || registered === null) return registered ?? named;
  return originOf(named) !== null && originOf(named) === originOf(registered) ? named : registered;
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

/**
 * The rule for the URL a gateway registers, as far as the text alone can say; where names lead is checked at each connection.
 * @throws DomainError VALIDATION_ERROR at `pointer`; nothing was stored
 */
export function assertCallbackTarget(url: string, allow: readonly string[], pointer = "/callback_url"): void {
  const problem = formProblem(url) ?? literalProblem(new URL(url), allow);
  if (problem === null) return;
  throw invalid(
    pointer,
    "callback_not_allowed",
    `The callback URL was refused: ${problem}. Nothing was stored; give a public https URL, or open the range with CALLBACK_ALLOW_CIDRS.`,
    "https://gateway.example/hooks/countersign",
  );
}

/** What in the text of a URL forbids calling it, in words; null when only the address it leads to remains to be checked. */
export function urlProblem(url: string, allow: readonly string[]): string | null {
  return formProblem(url) ?? literalProblem(new URL(url), allow);
}

/** Whether one address may be connected to over this scheme, in words; null when it may. */
export function addressProblem(protocol: string, address: string, allow: readonly string[]): string | null {
  return verdictProblem(protocol, judgeAddress(address, allow));
}

function verdictProblem(protocol: string, verdict: AddressVerdict): string | null {
  if (verdict.kind === "refused") return verdict.why;
  if (verdict.kind === "public" && protocol !== "https:") {
    return "public hosts are called over https only; http is accepted inside CALLBACK_ALLOW_CIDRS";
  }
  return null;
}

function formProblem(url: string): string | null {
  if (url.length > CALLBACK_URL_MAX) return `it is longer than ${CALLBACK_URL_MAX} characters`;
  if (!URL.canParse(url)) return "it is not an absolute URL";
  const { protocol, username, password, hash } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return "it is neither https nor http";
  if (username !== "" || password !== "") return "it carries a user name or password";
  if (hash !== "") return "it has a fragment, which is never sent";
  return null;
}

/** The URL parser has already turned 127.1, 0x7f.1, 2130706433 and the like into plain addresses (WHATWG URL §3.5). */
function literalProblem({ hostname, protocol }: URL, allow: readonly string[]): string | null {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) return addressProblem(protocol, host, allow);
  if (!LOOPBACK_NAME.test(host)) return null;
  const verdicts = ["127.0.0.1", "::1"].map((address) => judgeAddress(address, allow));
  if (verdicts.some((verdict) => verdict.kind === "allowed")) return null;
  return `${hostname} is this machine itself, which is not in CALLBACK_ALLOW_CIDRS`;
}
