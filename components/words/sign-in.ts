/** Results of checking the provider, by check and verdict. */
export const FINDINGS = {
  reached: {
    name: "Discovery document",
    ok: "The provider answered.",
    problem:
      "The provider did not answer as expected. Check OIDC_ISSUER, the host name and the network from this server.",
    unknown: "",
  },
  json: {
    name: "Discovery document",
    ok: "",
    problem: "The answer is not a discovery document. Part of the path may be missing from OIDC_ISSUER.",
    unknown: "",
  },
  issuer: {
    name: "Issuer",
    ok: "The provider names itself exactly as OIDC_ISSUER does.",
    problem:
      "The provider names itself differently. Set OIDC_ISSUER to exactly this name, or no one can sign in:",
    unknown: "",
  },
  endpoints: {
    name: "Addresses",
    ok: "The addresses for sign-in, tokens and keys are present.",
    problem: "Some addresses are missing or do not use HTTPS:",
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
    problem: "The provider lists other methods, but not S256, which Countersign uses.",
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
    problem:
      "The provider does not offer these scopes. Without an e-mail address, Countersign cannot recognise anyone:",
    unknown: "The provider does not say which it offers.",
  },
  claim: {
    name: "Role claim",
    ok: "The provider lists it.",
    problem: "",
    unknown: "The provider does not list it. Many send claims they do not list: sign in once to be sure.",
  },
} as const;

/** How an attempt to link single sign-on ended, for the profile. */
export const LINK_ENDS = {
  linked: {
    tone: "good",
    text: "Single sign-on is linked. From now on you can sign in with it.",
  },
  already: {
    tone: "neutral",
    text: "Your account is already linked to single sign-on. Nothing was changed; an administrator can end the link.",
  },
  taken: {
    tone: "problem",
    text: "That account at the sign-on provider is linked to another person here. Nothing was linked; sign in there with your own account, or contact an administrator.",
  },
  failed: {
    tone: "problem",
    text: "Countersign did not accept the sign-on provider's answer. Nothing was linked; try again, or contact an administrator.",
  },
} as const;

export const VERDICTS = { ok: "Fine", problem: "Problem", unknown: "Not said" } as const;
