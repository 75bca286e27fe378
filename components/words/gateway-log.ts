import type { DeliveryState } from "@/lib/delivery/types";
import type { MadeKind, RequestStatus } from "@/lib/gateways/requests/types";
import { counted } from "./counted";

export const DELIVERIES = {
  states: {
    waiting: "Waiting",
    sending: "Being sent",
    delivered: "Acknowledged",
    dead: "Could not be told",
  } satisfies Record<DeliveryState, string>,
};

export const DELIVERY = {
  ms: (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`),
};

export const REPLAY = {
  results: (ok: number, refused: number) =>
    refused === 0
      ? `${counted(ok, "callback")} sent again.`
      : `${counted(ok, "callback")} sent again, ${refused} refused.`,
};

export const UNDELIVERED = {
  description:
    "Callbacks the worker gave up on, after three days or because the gateway's callback was switched off or removed. The decisions hold, but their gateways may not know them. Each callback stays here until it is sent again; if its approval was revoked meanwhile, the gateway is told that instead.",
  blocked: {
    "no-url": "It has no callback URL: register one before you send anything again.",
    off: "Its callback is switched off: switch it on before you send anything again.",
  },
};

export const REQUESTS = {
  search: "Part of a body or path, a request id, an idempotency key",
  statuses: { ok: "Accepted", refused: "Refused (4xx)", failed: "Failed (5xx)" } satisfies Record<
    RequestStatus,
    string
  >,
};

export const MADE: Record<MadeKind, string> = {
  approval: "the approval",
  report: "the report",
  calls: "tool calls",
  tools: "tools in the catalogue",
  corrections: "a correction",
};
