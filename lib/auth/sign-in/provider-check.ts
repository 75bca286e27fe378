import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { boundedText } from "./bounded-text";
import type { ProviderCheck, ProviderFinding } from "./types";

// Requests the discovery document of the configured provider only. It follows no redirects and
// fetches no URL from the document. Only our own verdicts leave the server, not the response.

const TIMEOUT_MS = 5_000;

const DOCUMENT_BYTES_MAX = 256 * 1_024;

// Between two checks of one process, so that the button cannot be used to send requests.
const PAUSE_MS = 2_000;

let lastCheck = 0;

/**
 * Judges from the provider's discovery document whether sign-in can work.
 * @throws DomainError CONFLICT without a provider, RATE_LIMITED, FORBIDDEN
 */
export async function checkProvider(scope: UserScope): Promise<ProviderCheck> {
  assertMayAdministerAll(scope, "check the sign-on provider");
  const { OIDC_ISSUER: issuer, OIDC_ROLE_CLAIM: claim } = env();
  if (!issuer) {
    throw new DomainError(
      "CONFLICT",
      "No provider is configured. Nothing was asked; set OIDC_ISSUER and restart.",
    );
  }
  const began = performance.now();
  if (lastCheck > 0 && began - lastCheck < PAUSE_MS) {
    throw new DomainError(
      "RATE_LIMITED",
      "The provider was asked a moment ago. Nothing was asked; wait 2 seconds.",
      {
        retryAfter: 2,
      },
    );
  }
  lastCheck = began;
  const address = discoveryAddress(issuer);
  const answer = await fetchDocument(address);
  const milliseconds = Math.round(performance.now() - began);
  if ("problem" in answer) return { address, milliseconds, findings: [answer.problem] };
  return { address, milliseconds, findings: judge(answer.document, issuer, claim) };
}

/** The URL of an issuer's metadata (OpenID Connect Discovery 1.0). */
function discoveryAddress(issuer: string): string {
  return `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`;
}

type Document = Record<string, unknown>;

async function fetchDocument(
  address: string,
): Promise<{ document: Document } | { problem: ProviderFinding }> {
  const failed = (what: ProviderFinding["what"], found: string) => ({
    problem: { what, verdict: "problem" as const, found },
  });
  try {
    const response = await fetch(address, {
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: "application/json" },
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return failed("reached", `status ${response.status}`);
    }
    const text = await boundedText(response, DOCUMENT_BYTES_MAX);
    if (text === null) return failed("json", `more than ${DOCUMENT_BYTES_MAX / 1_024} KiB`);
    const document: unknown = JSON.parse(text);
    if (typeof document !== "object" || document === null || Array.isArray(document))
      return failed("json", "not a JSON object");
    return { document: document as Document };
  } catch (error) {
    if (error instanceof SyntaxError) return failed("json", "not JSON");
    return failed("reached", reasonOf(error));
  }
}

/** The kind of failure; never the provider's own text. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `no answer in ${TIMEOUT_MS / 1_000} seconds`;
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === "string" ? cause.code : "no connection";
}

function judge(document: Document, issuer: string, claim: string | undefined): ProviderFinding[] {
  const same =
    typeof document.issuer === "string" && document.issuer.replace(/\/+$/, "") === issuer.replace(/\/+$/, "");
  const endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
  const missing = endpoints.filter((name) => !isAddress(document[name], issuer));
  const listed = (name: string, value: string): ProviderFinding["verdict"] => {
    const list = document[name];
    return Array.isArray(list) ? (list.includes(value) ? "ok" : "problem") : "unknown";
  };
  const scopes = document.scopes_supported;
  const lacking = Array.isArray(scopes)
    ? ["openid", "email", "profile"].filter((one) => !scopes.includes(one))
    : [];
  const claims = document.claims_supported;
  return [
    { what: "reached", verdict: "ok" },
    same
      ? { what: "issuer", verdict: "ok" }
      : { what: "issuer", verdict: "problem", found: shortened(document.issuer) },
    missing.length === 0
      ? { what: "endpoints", verdict: "ok" }
      : { what: "endpoints", verdict: "problem", found: missing.join(", ") },
    { what: "code", verdict: listed("response_types_supported", "code") },
    { what: "pkce", verdict: listed("code_challenge_methods_supported", "S256") },
    { what: "signing", verdict: listed("id_token_signing_alg_values_supported", "RS256") },
    lacking.length > 0
      ? { what: "scopes", verdict: "problem", found: lacking.join(", ") }
      : { what: "scopes", verdict: Array.isArray(scopes) ? "ok" : "unknown" },
    ...(claim === undefined
      ? []
      : [
          {
            what: "claim" as const,
            // Few providers list every claim, so absence proves nothing.
            verdict:
              Array.isArray(claims) && claims.includes(claim.split(".")[0])
                ? ("ok" as const)
                : ("unknown" as const),
          },
        ]),
  ];
}

function isAddress(value: unknown, issuer: string): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol } = new URL(value);
  return protocol === "https:" || (protocol === "http:" && issuer.startsWith("http:"));
}

function shortened(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 200) : "nothing";
}
