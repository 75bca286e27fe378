/** Days a request can be looked at. */
export const REQUEST_DAYS = 7;

/** Characters kept of a body and of a refusal. */
export const KEPT_CHARACTERS = 16 * 1024;

/** A text is looked for in this many requests, the newest: bodies are read for it, and a busy gateway has millions. */
export const SEARCHED_MAX = 20_000;

/** What a request made here, for a link. */
export type MadeKind = "approval" | "report" | "calls" | "tools" | "corrections";

/** A request as it is written down, not yet redacted. */
export type SeenRequest = {
  at: Date;
  gatewayId: string;
  keyId: string;
  tenantId: string;
  method: string;
  /** Path and query. */
  target: string;
  status: number;
  durationMs: number;
  requestId: string;
  idempotencyKey: string | null;
  bytes: number | null;
  /** The head of the body, at most a little more than KEPT_CHARACTERS. */
  body: string | null;
  /** The response's text, of refusals only. */
  response: string | null;
  made: { kind: MadeKind; id: string | null } | null;
};

export const REQUEST_STATUSES = ["ok", "refused", "failed"] as const;

export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export type RequestRow = {
  id: string;
  at: Date;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  bytes: number | null;
  keyPrefix: string | null;
  tenant: string | null;
  requestId: string;
  idempotencyKey: string | null;
  madeKind: MadeKind | null;
  madeId: string | null;
};

export type RequestView = RequestRow & {
  body: string | null;
  response: string | null;
  /** Whether more was sent than is kept. */
  cut: boolean;
};

export type RequestPage = { rows: RequestRow[]; nextCursor: string | null };
