import type { Role } from "@/lib/core/scope";

/** How an attempt to link an identity ended: the profile says it in words. */
export type LinkEnd = "linked" | "already" | "taken";

export type SignInFacts = {
  password: boolean;
  provider: {
    issuer: string;
    clientId: string;
    claim: string | null;
    roles: { group: string; role: Role }[];
    /** The claim that gives groups, and into which of ours a provider's lead; whether somebody made that one. */
    groupClaim: string | null;
    groups: { group: string; own: string; isThere: boolean }[];
    /** Whether an address counts as verified where the provider does not say. */
    assumesVerified: boolean;
  } | null;
  /** What the provider has to be told. */
  redirectUri: string;
  /** Lines for the environment, to fill in. */
  envLines: string;
};

export type ProviderFinding = {
  what: "reached" | "json" | "issuer" | "endpoints" | "code" | "pkce" | "signing" | "scopes" | "claim";
  verdict: "ok" | "problem" | "unknown";
  /** What was found instead, shortened. */
  found?: string;
};

export type ProviderCheck = { address: string; milliseconds: number; findings: ProviderFinding[] };
