import type { Role } from "@/lib/core/scope";

export type LinkEnd = "linked" | "already" | "taken";

export type SignInFacts = {
  password: boolean;
  provider: {
    issuer: string;
    clientId: string;
    claim: string | null;
    roles: { group: string; role: Role }[];
    /** The claim with groups, and our group for each of the provider's; `isThere`: it exists. */
    groupClaim: string | null;
    groups: { group: string; own: string; isThere: boolean }[];
    /** Whether an address counts as verified if the provider does not say. */
    assumesVerified: boolean;
  } | null;
  /** Must be registered at the provider. */
  redirectUri: string;
  envLines: string;
};

export type ProviderFinding = {
  what: "reached" | "json" | "issuer" | "endpoints" | "code" | "pkce" | "signing" | "scopes" | "claim";
  verdict: "ok" | "problem" | "unknown";
  found?: string;
};

export type ProviderCheck = { address: string; milliseconds: number; findings: ProviderFinding[] };
