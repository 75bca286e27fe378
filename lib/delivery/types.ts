/** Days a callback that was told stays in the log, with its attempts. Those that were not told stay until somebody deals with them. */
export const TOLD_DAYS = 30;

export const DELIVERY_STATES = ["waiting", "sending", "delivered", "dead"] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type ReplayResult = { id: string; ok: boolean; message: string | null };

/** One callback that could not be told, with the gateway it was for. */
export type UndeliveredRow = {
  id: string;
  gatewayId: string;
  gateway: string;
  /** Why nothing can be sent to it now; null when it can be called. */
  blocked: "no-url" | "off" | null;
  /** Whether it tells of an approval that can be used no more. */
  lapsed: boolean;
  tenant: string;
  type: string;
  approvalId: string | null;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  finishedAt: Date | null;
};

/** One callback in the delivery log. */
export type DeliveryRow = {
  id: string;
  /** The `webhook-id`. */
  eventId: string;
  tenantId: string;
  gatewayId: string;
  approvalId: string | null;
  type: string;
  url: string;
  state: DeliveryState;
  /** Since it was made or last replayed. */
  attempts: number;
  nextAttemptAt: Date;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};

/** One attempt, as the request inspector shows it. */
export type AttemptRow = {
  attempt: number;
  startedAt: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
};

/** A callback with its exact body and all attempts, oldest first. */
export type DeliveryDetail = DeliveryRow & { body: string; log: AttemptRow[] };

export type DeliveryPage = { rows: DeliveryRow[]; nextCursor: string | null };
