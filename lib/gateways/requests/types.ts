export const REQUEST_DAYS = 7;

/** Characters stored of a body and of an error. */
export const KEPT_CHARACTERS = 16 * 1024;

/** Newest requests that a text search reads. */
export const SEARCHED_MAX = 20_000;

/** Kinds of rows that a request created, for links. */
export type MadeKind = "approval" | "report" | "calls" | "tools" | "corrections";

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
  /** The head of the body, slightly more than KEPT_CHARACTERS at most. */
  body: string | null;
  /** The answer's text; refusals only. */
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
  cut: boolean;
};

export type RequestPage = { rows: RequestRow[]; nextCursor: string | null };
