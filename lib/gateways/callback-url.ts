import "server-only";
import { isIP } from "node:net";
import { type AddressVerdict, judgeAddress } from "@/lib/core/addresses";
import { invalid } from "@/lib/core/errors";

/** Longest callback URL that proxies and logs carry uncut. */
const CALLBACK_URL_MAX = 2_000;

// RFC 6761 §6.3: these names are loopback, independent of DNS.
const LOOPBACK_NAME = /^(?:localhost|(?:.*\.)?localhost)\.?$/i;

/**
 * A `callback_url` in a request has to be under the gateway's registered origin.
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
 * Current target of a callback: the call's URL if it is under the registered origin, else the
 * registered one. Without a registered one nothing is sent.
 */
export function callbackAddress(named: string | null, registered: string | null): string | null {
  if (named === null || registered === null) return registered ?? named;
  return originOf(named) !== null && originOf(named) === originOf(registered) ? named : registered;
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

/**
 * Checks the text of a URL to register. Resolved addresses are checked at each connection.
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

/** Why a URL cannot be called, in words; null if only its address remains to be checked. */
export function urlProblem(url: string, allow: readonly string[]): string | null {
  return formProblem(url) ?? literalProblem(new URL(url), allow);
}

/** Why an address cannot be called over this scheme, in words; null if it can. */
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

/** The URL parser has normalized 127.1, 0x7f.1, 2130706433 and similar forms (WHATWG URL §3.5). */
function literalProblem({ hostname, protocol }: URL, allow: readonly string[]): string | null {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) return addressProblem(protocol, host, allow);
  if (!LOOPBACK_NAME.test(host)) return null;
  const verdicts = ["127.0.0.1", "::1"].map((address) => judgeAddress(address, allow));
  if (verdicts.some((verdict) => verdict.kind === "allowed")) return null;
  return `${hostname} is this machine itself, which is not in CALLBACK_ALLOW_CIDRS`;
}
