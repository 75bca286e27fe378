/** Days a delivered callback stays in the log. Failed ones stay until a person handles them. */
export const TOLD_DAYS = 30;

export const DELIVERY_STATES = ["waiting", "sending", "delivered", "dead"] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type ReplayResult = { id: string; ok: boolean; message: string | null };

export type UndeliveredRow = {
  id: string;
  gatewayId: string;
  gateway: string;
  /** Why it cannot be sent now; null if it can. */
  blocked: "no-url" | "off" | null;
  /** Whether its approval is no longer usable. */
  lapsed: boolean;
  tenant: string;
  type: string;
  approvalId: string | null;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  finishedAt: Date | null;
};

export type DeliveryRow = {
  id: string;
  eventId: string;
  tenantId: string;
  gatewayId: string;
  approvalId: string | null;
  type: string;
  url: string;
  state: DeliveryState;
  /** Since it was created or last replayed. */
  attempts: number;
  nextAttemptAt: Date;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};

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

export type DeliveryDetail = DeliveryRow & { body: string; log: AttemptRow[] };

export type DeliveryPage = { rows: DeliveryRow[]; nextCursor: string | null };
