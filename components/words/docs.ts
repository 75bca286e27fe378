import type { ErrorCode } from "@/lib/core/errors";

/**
 * The pages in reading order, in groups. `file` is a page's file, from the project's folder. Pages
 * without one are generated: the reference, and the list of decisions.
 */
export const DOC_GROUPS = [
  {
    title: "Use it",
    pages: [
      {
        slug: "deciding",
        file: "docs/deciding.md",
        title: "Deciding",
        summary: "For approvers: what waits, how to read a call, and what approve and reject do.",
      },
      {
        slug: "policies",
        file: "docs/policies.md",
        title: "Policies",
        summary: "For administrators: which calls run, are denied, or wait for certain people.",
      },
      {
        slug: "notifications",
        file: "docs/notifications.md",
        title: "Notifications",
        summary: "For everyone: phone, Slack, e-mail and webhooks; who gets what, when, and why.",
      },
      {
        slug: "triage",
        file: "docs/triage.md",
        title: "Triage",
        summary: "For product owners: from one agent’s report to an answer every agent gets.",
      },
      {
        slug: "evidence",
        file: "docs/evidence.md",
        title: "Feedback and the log of calls",
        summary: "For product owners: what the two pages show, how to filter, search and download them.",
      },
      {
        slug: "rationales",
        file: "docs/rationales.md",
        title: "Rationales",
        summary:
          "For product owners: what agents call tools for, which of their reasons say something, how both are found.",
      },
      {
        slug: "insights",
        file: "docs/insights.md",
        title: "Insights",
        summary:
          "For administrators and product owners: whether rationales, feedback and ratings are worth what they ask, and what deciding costs.",
      },
      {
        slug: "tools",
        file: "docs/tools.md",
        title: "Tools",
        summary:
          "For administrators: which rating holds, what servers claim, health, cheatsheets, what agents read.",
      },
    ],
  },
  {
    title: "Connect",
    pages: [
      {
        slug: "connecting",
        file: "docs/connecting.md",
        title: "Connecting a gateway",
        summary: "For developers: curl, the TypeScript client, the MCP proxy, with examples that run.",
      },
      {
        slug: "reference-gateway",
        file: "gateway/README.md",
        title: "The reference gateway",
        summary:
          "For developers: the MCP proxy, its settings, and what it does with servers that are not quite MCP.",
      },
      {
        slug: "python-and-go",
        file: "docs/python-and-go.md",
        title: "Python and Go",
        summary:
          "For developers: complete gateways that need only the standard library, the digest of arguments, test vectors.",
      },
      {
        slug: "receipts",
        file: "docs/receipts.md",
        title: "Signed receipts",
        summary:
          "For auditors and developers: what a signature proves, how to check one offline, programs, test vectors.",
      },
      {
        slug: "better-tools",
        file: "docs/better-tools.md",
        title: "Better tools",
        summary:
          "For people who write MCP servers: what in a definition makes agents fail, how to fix it, and a lint for your build.",
      },
      {
        slug: "api",
        file: null,
        title: "API reference",
        summary: "Every operation, its members, responses and errors.",
      },
    ],
  },
  {
    title: "Run it",
    pages: [
      {
        slug: "operating",
        file: "docs/operating.md",
        title: "Operating",
        summary: "For operators: configuration, command line, containers, health, upgrades.",
      },
      {
        slug: "scaling",
        file: "docs/scaling.md",
        title: "Past one machine",
        summary:
          "For operators: several instances, PgBouncer, replicas, failover, the steps up to a billion calls a day.",
      },
      {
        slug: "performance",
        file: "docs/performance.md",
        title: "Performance",
        summary: "For platform engineers: what everything costs, measured as ratios, and how that grows.",
      },
      {
        slug: "changelog",
        file: "CHANGELOG.md",
        title: "Changelog",
        summary: "What changed, version by version.",
      },
    ],
  },
  {
    title: "How it is made",
    pages: [
      {
        slug: "promises",
        file: "docs/promises.md",
        title: "Promises",
        summary: "What Countersign promises, where each promise ends, and the test that proves it.",
      },
      {
        slug: "architecture",
        file: "docs/architecture.md",
        title: "Architecture",
        summary: "How it is built, and the life of an approval.",
      },
      {
        slug: "features",
        file: "docs/features.md",
        title: "Where each feature is",
        summary: "For contributors: the folders of each feature, from the database to the documentation.",
      },
      {
        slug: "changing",
        file: "docs/changing.md",
        title: "Changing it",
        summary: "For contributors: the changes that come up most, file by file, and how to test them.",
      },
      {
        slug: "contributing",
        file: "CONTRIBUTING.md",
        title: "Contributing",
        summary: "How to run it, test it, and send a change.",
      },
      {
        slug: "security",
        file: "SECURITY.md",
        title: "Security",
        summary: "How to report a weakness, and what counts as one.",
      },
      {
        slug: "glossary",
        file: "docs/glossary.md",
        title: "Glossary",
        summary: "The words, the same in code, API, pages and docs.",
      },
      {
        slug: "decisions",
        file: null,
        title: "Decisions",
        summary: "Why Countersign works as it does: one page for each choice that had alternatives.",
      },
    ],
  },
] as const;

type DocPage = (typeof DOC_GROUPS)[number]["pages"][number];

export const DOC_PAGES: readonly DocPage[] = DOC_GROUPS.flatMap(({ pages }) => [...pages]);

/** What each error code means for its recipient. */
export const ERROR_MEANINGS: Record<ErrorCode, string> = {
  MALFORMED_JSON: "The body is not JSON that this API accepts. Nothing was stored.",
  UNAUTHENTICATED: "No credential, or one that is no longer valid.",
  FORBIDDEN: "The credential is valid but may not do this, or names a tenant that is not its own.",
  NOT_FOUND: "It does not exist, or it belongs to another tenant. The response is the same for both.",
  METHOD_NOT_ALLOWED: "The address exists, but does not take this method.",
  CONFLICT: "Its present state does not allow this. Nothing was changed.",
  IDEMPOTENCY_CONFLICT: "The id was used for other content. The first one is kept unchanged.",
  IN_FLIGHT: "Countersign is still working on the same request. Send it again after Retry-After.",
  PRECONDITION_FAILED:
    "Another version was published since you read it, so If-Match no longer matches. Nothing was stored.",
  STALE_VIEW: "What you were looking at has changed since. Nothing was decided.",
  ALREADY_DECIDED: "Another decision came first; the detail says who made it and when.",
  EXPIRED: "The time to decide is over. Nothing was decided.",
  GONE: "It existed, but it is gone for good.",
  PAYLOAD_TOO_LARGE: "The body or a part of it is over its limit. Nothing was stored.",
  UNSUPPORTED_MEDIA_TYPE: "Send application/json.",
  VALIDATION_ERROR: "Members are wrong or missing; errors points at each of them.",
  RATE_LIMITED: "Too many requests. Send this one again after Retry-After.",
  INTERNAL_ERROR: "A fault in Countersign. Quote the request id.",
  UNAVAILABLE: "Countersign cannot answer just now. Send it again after Retry-After.",
};
