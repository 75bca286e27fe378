/** How people sign in: the page for administrators. */
export const SIGN_IN = {
  how: [
    "Register Countersign at your provider as a confidential web application (authorization code, PKCE).",
    "Give it this redirect URI.",
    "Allow the scopes openid, email and profile, and let it send verified e-mail addresses.",
    "Set these variables where Countersign runs and restart it.",
    "Check the provider on this page, then sign in once before you switch passwords off.",
  ],

  roles: [
    "Groups of the role claim decide at every sign-in. Of several, the strongest role counts: admin, approver, triager, viewer.",
    "Somebody whose role came from groups and who is in none of them any more cannot sign in.",
    "Somebody without such a group can sign in if they were invited here; they keep the role and the tenants of the invitation.",
    "The provider has to say that the e-mail address is verified. Knowing an address is no invitation.",
    "The last administrator stays one, whatever the groups say.",
  ],
};

/** What a check of the provider found, by what was looked at and the verdict. */
export const FINDINGS = {
  reached: {
    name: "Discovery document",
    ok: "The provider answered.",
    problem:
      "The provider did not answer as it should. Check OIDC_ISSUER, the name and the network from this server.",
    unknown: "",
  },
  json: {
    name: "Discovery document",
    ok: "",
    problem: "What came is not a discovery document. OIDC_ISSUER may miss a part of its path.",
    unknown: "",
  },
  issuer: {
    name: "Issuer",
    ok: "It calls itself what OIDC_ISSUER says.",
    problem: "It calls itself something else. Set OIDC_ISSUER to exactly that, or nobody can sign in.",
    unknown: "",
  },
  endpoints: {
    name: "Addresses",
    ok: "Sign-in, token and keys addresses are there.",
    problem: "Addresses are missing or not HTTPS.",
    unknown: "",
  },
  code: {
    name: "Authorization code",
    ok: "Offered.",
    problem: "The provider does not offer the authorization code flow, which Countersign uses.",
    unknown: "The provider does not say.",
  },
  pkce: {
    name: "PKCE",
    ok: "Offered (S256).",
    problem: "The provider lists other methods than S256, the one Countersign uses.",
    unknown: "The provider does not say; most accept it anyway.",
  },
  signing: {
    name: "Signatures",
    ok: "ID tokens can be signed with RS256.",
    problem: "The provider does not list RS256, which Countersign expects.",
    unknown: "The provider does not say.",
  },
  scopes: {
    name: "Scopes",
    ok: "openid, email and profile are offered.",
    problem: "These are not offered. Without an e-mail address nobody can be recognised.",
    unknown: "The provider does not say which it offers.",
  },
  claim: {
    name: "Role claim",
    ok: "The provider lists it.",
    problem: "",
    unknown: "The provider does not list it. Many send claims they do not list: sign in once to be sure.",
  },
} as const;

export const VERDICTS = { ok: "Fine", problem: "Problem", unknown: "Not said" } as const;
