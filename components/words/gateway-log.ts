import type { DeliveryState } from "@/lib/delivery/types";
import type { MadeKind, RequestStatus } from "@/lib/gateways/requests/types";
import { counted } from "./counted";

export const DELIVERIES = {
  title: "Delivery log",
  description: (days: number) =>
    `Every callback, the newest first, with its attempts. Those that were acknowledged are kept for ${days} days; those that were not stay.`,
  filter: "Filter callbacks",
  state: "State",
  type: "Type",
  typeHint: "approval.approved",
  since: "From",
  until: "To",
  any: "Any",
  list: "Callbacks, the newest first",
  states: {
    waiting: "Waiting",
    sending: "Being sent",
    delivered: "Acknowledged",
    dead: "Could not be told",
  } satisfies Record<DeliveryState, string>,
  attempts: (count: number) => counted(count, "attempt", "attempts"),
  answered: (status: number) => `answered ${status}`,
  noAnswer: "no answer",
  next: "next attempt",
  approval: "Approval",
  openApproval: "Open the approval",
  empty: "No callback yet",
  emptyHint: "Once somebody decides a call of this gateway, how it was told shows here. Or send a test.",
  filtered: "No callback fits",
  filteredHint: "Change or clear the filters.",
  clear: "Clear filters",
  pages: "Pages of the log",
  older: "Older",
  first: "Back to the newest",
};

export const DELIVERY = {
  event: "Event",
  copyEvent: "Copy the webhook-id",
  eventNote: "the webhook-id, the same over every attempt",
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
  answer: "Answer headers",
  answerBody: "Answer body",
  noHeaders: "none were sent",
  noAnswerHeaders: "none came",
  noBody: "The answer had no body.",
  cut: (kib: number) => `Only the first ${kib} KiB are shown.`,
  waiting: "It is about to be sent…",
  sending: "It is being sent…",
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
    "Each goes out under its own id, signed with the secret that is current now, so a gateway that did get one can tell. At most 200 at once.",
  allDo: "Send them again",
  results: (ok: number, refused: number) =>
    refused === 0
      ? `${counted(ok, "callback", "callbacks")} sent again.`
      : `${counted(ok, "callback", "callbacks")} sent again, ${refused} refused.`,
  more: "There are more: send again for the next.",
  refused: "Refused",
};

export const UNDELIVERED = {
  title: "Could not tell the gateway",
  description:
    "Callbacks that were given up, after three days or because the gateway's address is switched off or gone. The decisions stand; their gateways may not know them. Callbacks that were given up stay here until they are sent again; of an approval that was withdrawn meanwhile, the gateway is then told that.",
  list: "Callbacks that could not be told",
  empty: "Every gateway was told",
  emptyHint: "A callback that is given up shows here, with the reason and a button to send it again.",
  blocked: {
    "no-url": "It has no callback URL: nothing can be sent again before one is registered.",
    off: "Its callback is switched off: nothing can be sent again before it is on.",
  },
  lapsed: "The approval was not used in time, so there is nothing to send any more.",
  toCallback: "Go to its callback",
  notYours: "Approvers and administrators can send it again.",
  loading: "Loading what could not be told",
  ended: "given up",
};

export const REQUESTS = {
  title: "Requests",
  description: (days: number) =>
    `What this gateway asked in the last ${days} days, the newest first. Secrets are left out and long values cut before anything is stored. Requests without a valid key belong to no gateway, so they are not here.`,
  filter: "Filter requests",
  search: "Part of a body or path, a request id, an idempotency key",
  status: "Answer",
  path: "Path begins with",
  statuses: { ok: "Taken", refused: "Refused (4xx)", failed: "Failed (5xx)" } satisfies Record<
    RequestStatus,
    string
  >,
  any: "Any",
  list: "Requests, the newest first",
  empty: "No request yet",
  emptyHint: "The gateway has asked nothing in these days. Its first call shows here within a second.",
  searched: (count: number) => `A text is looked for in the newest ${count.toLocaleString("en")} requests.`,
  filtered: "No request fits",
  filteredHint: "Change or clear the filters. Only what is still kept can be found.",
  off: "The inspector is switched off here (REQUEST_LOG=off).",
  key: "Key",
  tenant: "Tenant",
  noTenant: "none of its key's, or several",
  bytes: (bytes: number) =>
    bytes < 1024
      ? `${bytes} bytes`
      : `${(bytes / 1024).toLocaleString("en", { maximumFractionDigits: 1 })} KiB`,
  at: "Received",
  took: "Answered in",
  requestId: "Request id",
  copyRequestId: "Copy the request id",
  idempotencyKey: "Idempotency-Key",
  body: "Body",
  bodyNote: "secrets and long values left out; exact arguments are on the approval or call itself",
  noBody: "It had no body.",
  cut: (kib: number) => `Only the first ${kib} KiB are kept.`,
  answer: "What was answered",
  wrong: "What was wrong",
  whole: "the body",
  moreWrong: (count: number) => `and ${count} more below`,
  made: "It made",
  curl: "As a command",
  curlNote:
    "With $COUNTERSIGN_KEY set to the key. Values that were left out above are left out here too: put them back before it is run.",
  copyCurl: "Copy as curl",
  copyBody: "Copy the body",
  back: "Requests",
  pages: "Pages of requests",
};

export const MADE: Record<MadeKind, string> = {
  approval: "the approval",
  report: "the report",
  calls: "rows of the log of calls",
  tools: "tools of the catalogue",
  corrections: "a correction",
};
