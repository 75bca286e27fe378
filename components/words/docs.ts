import type { ErrorCode } from "@/lib/core/errors";

/** The pages in reading order. `slug` names the file in docs/ too; the reference is made from the schemas. */
export const DOC_PAGES = [
  {
    slug: "deciding",
    title: "Deciding",
    summary: "For approvers: what waits, how to read a call, what yes and no do.",
  },
  {
    slug: "policies",
    title: "Policies",
    summary: "For administrators: what calls run, are refused, or wait for certain people.",
  },
  {
    slug: "triage",
    title: "Triage",
    summary: "For product owners: from one agent’s report to an answer every agent gets.",
  },
  {
    slug: "rationales",
    title: "Rationales",
    summary:
      "For product owners: what agents call tools for, which of their reasons say something, how both are found.",
  },
  {
    slug: "insights",
    title: "Insights",
    summary:
      "For administrators and product owners: whether rationales, feedback and ratings are worth what they ask, and what deciding costs.",
  },
  {
    slug: "better-tools",
    title: "Better tools",
    summary:
      "For people who write MCP servers: what in a definition makes agents fail, how to fix it, and a lint for your build.",
  },
  {
    slug: "connecting",
    title: "Connecting a gateway",
    summary: "For developers: curl, the TypeScript client, the MCP proxy, with examples that run.",
  },
  {
    slug: "python-and-go",
    title: "Python and Go",
    summary:
      "For developers: complete gateways that need only the standard library, the digest of arguments, test vectors.",
  },
  {
    slug: "operating",
    title: "Operating",
    summary: "For operators: configuration, command line, containers, health, upgrades.",
  },
  {
    slug: "scaling",
    title: "Past one machine",
    summary:
      "For operators: several instances, PgBouncer, replicas, failover, the steps up to a billion calls a day.",
  },
  {
    slug: "performance",
    title: "Performance",
    summary: "For platform engineers: what everything costs, measured as ratios, and how that grows.",
  },
  { slug: "api", title: "API reference", summary: "Every operation, its members, responses and errors." },
] as const;
/** What each error code means for who gets it. */
export const ERROR_MEANINGS: Record<ErrorCode, string> = {
  MALFORMED_JSON: "The body is not JSON that this API accepts. Nothing was stored.",
  UNAUTHENTICATED: "No credential, or one that is not valid any more.",
  FORBIDDEN: "The credential is valid but may not do this, or names a tenant that is not its own.",
  NOT_FOUND: "There is no such thing, or it is another tenant’s: the two cannot be told apart.",
  METHOD_NOT_ALLOWED: "The address exists, but does not take this method.",
  CONFLICT: "Its present state does not allow this. Nothing was changed.",
  IDEMPOTENCY_CONFLICT: "The id was used for other content. The first one is kept unchanged.",
  IN_FLIGHT: "Countersign is still working on the same request. Send it again after Retry-After.",
  PRECONDITION_FAILED:
    "Somebody else published since you read it: what is there is not what If-Match names. Nothing was stored.",
  STALE_VIEW: "What you were looking at has changed since. Nothing was decided.",
  ALREADY_DECIDED: "Another decision came first; the detail says who made it and when.",
  EXPIRED: "The time to decide is over. Nothing was decided.",
  GONE: "It existed and is not coming back.",
  PAYLOAD_TOO_LARGE: "The body or a part of it is over its limit. Nothing was stored.",
  UNSUPPORTED_MEDIA_TYPE: "Send application/json.",
  VALIDATION_ERROR: "Members are wrong or missing; errors points at each of them.",
  RATE_LIMITED: "Too many requests. Send this one again after Retry-After.",
  INTERNAL_ERROR: "A fault in Countersign. Quote the request id.",
  UNAVAILABLE: "Countersign cannot answer just now. Send it again after Retry-After.",
};
