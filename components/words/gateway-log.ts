import type { DeliveryState } from "@/lib/delivery/types";
import type { MadeKind, RequestStatus } from "@/lib/gateways/requests/types";
import { counted } from "./counted";

export const DELIVERIES = {
  title: "Delivery log",
  description: (days: number) =>
    `Every callback with its attempts, newest first. Callbacks the gateway acknowledged are kept for ${days} days; the others stay.`,
  filter: "Filter callbacks",
  state: "State",
  type: "Type",
  typeHint: "approval.approved",
  since: "From",
  until: "To",
  any: "Any",
  list: "Callbacks, newest first",
  states: {
    waiting: "Waiting",
    sending: "Being sent",
    delivered: "Acknowledged",
    dead: "Could not be told",
  } satisfies Record<DeliveryState, string>,
  attempts: (count: number) => counted(count, "attempt"),
  answered: (status: number) => `response ${status}`,
  noAnswer: "no response",
  next: "next attempt",
  approval: "Approval",
  openApproval: "Open the approval",
  empty: "No callback yet",
  emptyHint:
    "When an approver decides a call of this gateway, its callback shows here. You can also send a test.",
  filtered: "No callback matches",
  filteredHint: "Change or clear the filters.",
  clear: "Clear filters",
  pages: "Pages of the log",
  older: "Older",
  first: "Back to the newest",
};

export const DELIVERY = {
  event: "Event",
  copyEvent: "Copy the webhook-id",
  eventNote: "the webhook-id, the same in every attempt",
  url: "To",
  tenant: "Tenant",
  made: "Owed since",
  finished: "Ended",
  error: "Why",
  body: "Body",
  bodyNote: "Exactly what is signed and sent, except for secrets, which are left out here.",
  copyBody: "Copy the body",
  attempts: "Attempts",
  attempt: (number: number) => `Attempt ${number}`,
  ms: (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`),
  request: "Request headers",
  answer: "Response headers",
  answerBody: "Response body",
  noHeaders: "none were sent",
  noAnswerHeaders: "none came",
  noBody: "The response had no body.",
  cut: (kib: number) => `Only the first ${kib} KiB are shown.`,
  waiting: "The worker is about to send it…",
  sending: "The worker is sending it…",
  log: "Delivery log",
  undelivered: "Could not tell the gateway",
};

export const REPLAY = {
  one: "Send again",
  sending: "Sending…",
  done: "Sent again: its new attempts show in the log.",
  show: "Show it",
  all: (count: number) => `Send all ${count} again…`,
  allTitle: (gateway: string) => `Send again what ${gateway} could not be told?`,
  allNote:
    "Each keeps its id, so a gateway that did receive one can tell, and is signed with the current secret. At most 200 are sent at once.",
  allDo: "Send them again",
  results: (ok: number, refused: number) =>
    refused === 0
      ? `${counted(ok, "callback")} sent again.`
      : `${counted(ok, "callback")} sent again, ${refused} refused.`,
  more: "There are more: send again for the next.",
  refused: "Refused",
};

export const UNDELIVERED = {
  title: "Could not tell the gateway",
  description:
    "Callbacks the worker gave up on, after three days or because the gateway's callback was switched off or removed. The decisions hold, but their gateways may not know them. Each callback stays here until it is sent again; if its approval was revoked meanwhile, the gateway is told that instead.",
  list: "Callbacks that could not be told",
  empty: "Every gateway was told",
  emptyHint: "A callback the worker gives up on shows here, with the reason and a button to send it again.",
  blocked: {
    "no-url": "It has no callback URL: register one before you send anything again.",
    off: "Its callback is switched off: switch it on before you send anything again.",
  },
  lapsed: "The approval was not used in time, so there is nothing left to send.",
  toCallback: "Go to its callback",
  notYours: "Approvers and administrators can send it again.",
  loading: "Loading what could not be told",
  ended: "given up",
};

export const REQUESTS = {
  title: "Requests",
  description: (days: number) =>
    `What this gateway sent in the last ${days} days, newest first. Secrets are left out and long values shortened before anything is stored. Requests without a valid key belong to no gateway, so they are not listed.`,
  filter: "Filter requests",
  search: "Part of a body or path, a request id, an idempotency key",
  status: "Response",
  path: "Path begins with",
  statuses: { ok: "Accepted", refused: "Refused (4xx)", failed: "Failed (5xx)" } satisfies Record<
    RequestStatus,
    string
  >,
  any: "Any",
  list: "Requests, newest first",
  empty: "No request yet",
  emptyHint: "The gateway has sent nothing in this time. Its next request shows here within a second.",
  searched: (count: number) => `The search covers the newest ${count.toLocaleString("en")} requests.`,
  filtered: "No request matches",
  filteredHint: "Change or clear the filters. Only what is still kept can be found.",
  off: "The inspector is switched off here (REQUEST_LOG=off).",
  key: "Key",
  tenant: "Tenant",
  noTenant: "none of its key's tenants, or several",
  bytes: (bytes: number) =>
    bytes < 1024
      ? `${bytes} bytes`
      : `${(bytes / 1024).toLocaleString("en", { maximumFractionDigits: 1 })} KiB`,
  at: "Received",
  took: "Took",
  requestId: "Request id",
  copyRequestId: "Copy the request id",
  idempotencyKey: "Idempotency-Key",
  body: "Body",
  bodyNote: "secrets and long values left out; exact arguments are on the approval or call itself",
  noBody: "It had no body.",
  cut: (kib: number) => `Only the first ${kib} KiB are kept.`,
  answer: "Response",
  wrong: "What was wrong",
  whole: "the body",
  moreWrong: (count: number) => `and ${count} more below`,
  made: "It made",
  curl: "As a command",
  curlNote:
    "Set $COUNTERSIGN_KEY to the key first. Values left out above are left out here too: put them back before you run it.",
  copyCurl: "Copy as curl",
  copyBody: "Copy the body",
  back: "Requests",
  pages: "Pages of requests",
};

export const MADE: Record<MadeKind, string> = {
  approval: "the approval",
  report: "the report",
  calls: "tool calls",
  tools: "tools in the catalogue",
  corrections: "a correction",
};
