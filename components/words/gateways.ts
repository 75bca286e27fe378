import type { KeyState } from "@/lib/gateways/types";
import type { GatewayHealth } from "@/lib/insights/types";
import { counted } from "./counted";

const capped = (count: number, most: number, one: string, many: string) =>
  count > most ? `more than ${counted(most, one, many)}` : counted(count, one, many);

export const GATEWAYS = {
  title: "Gateways",
  description:
    "The systems that send calls here and execute them. Each asks with a key, and learns decisions at its callback URL or from the events feed.",
  register: "Register a gateway",
  list: "Gateways by name",
  undelivered: "Could not tell the gateway",
  filter: "Filter gateways",
  search: "Part of a name or of a tenant's key",
  noMatch: "No gateway matches",
  noMatchHint: "No name and no tenant's key contains these letters.",
  pages: "Pages of gateways",
  more: "More gateways",
  first: "Back to the first",
  loading: "Loading the gateways",
  failedTitle: "The gateways could not be read",
  failedText: "Nothing was changed. Try again; if it keeps failing, give your administrator this code:",
  retry: "Try again",
  empty: "No gateway yet",
  emptyAdmin:
    "Register the first one: it gets a signing secret, then a key, and a curl command you can copy sends its first call.",
  emptyOther: "An administrator registers gateways. Those that serve your tenants then show here.",
  missing: "No such gateway",
  missingHint: "It does not exist, or it serves no tenant you may see.",
  missingRow: "There is nothing here",
  missingRowHint:
    "It does not exist, was deleted after its retention time, or belongs to a tenant you may not see.",
  back: "Back to the gateways",
};

export const GATEWAY_TABS = {
  label: "Parts of this gateway",
  overview: "Overview",
  keys: "Keys",
  callback: "Callback",
  deliveries: "Delivery log",
  requests: "Requests",
};

export const REGISTER = {
  title: "Register a gateway",
  name: "Name",
  nameHint: "What people and commands call it. Letters, digits, dots, dashes or underscores.",
  tenants: "Tenants",
  tenantsHint: (known: readonly string[]) =>
    known.length > 0
      ? `Tenant keys, separated by commas; Countersign creates the missing ones. There are: ${known.join(", ")}.`
      : "Tenant keys, separated by commas, for example acme, globex. Countersign creates the missing ones.",
  url: "Callback URL",
  urlHint:
    "Where Countersign sends decisions: a public https address. Leave it empty if the gateway cannot be called; it then reads the events feed.",
  submit: "Register",
  pending: "Registering…",
  doneTitle: (name: string) => `${name} is registered`,
  secret: "Signing secret",
  secretNote:
    "Its receiver verifies callbacks with it. Copy it now: it is kept encrypted and is never shown again. You can make a new one later.",
  next: "Next: create the key it asks with.",
  toKeys: "Go to its keys",
  toGateway: "Go to the gateway",
  forbidden: "Administrators of all tenants register gateways",
  forbiddenText: "A gateway's address reaches every tenant it serves. Ask an administrator of all tenants.",
};

export const HEALTH = {
  never: "never",
  lastRequest: "Last request",
  lastTold: "Last acknowledged callback",
  failures: "Failed attempts",
  failureWords: (hour: number, day: number, most: number) =>
    day === 0
      ? "none in the last day"
      : `${hour > most ? `more than ${most}` : hour} in the last hour, ${day > most ? `more than ${most}` : day} in the last day`,
  owed: "Owed",
  owedWords: (count: number, most: number) =>
    count === 0 ? "nothing: every callback has ended" : capped(count, most, "callback", "callbacks"),
  dead: "Could not be told",
  deadWords: (count: number, most: number) =>
    count === 0 ? "none" : capped(count, most, "callback", "callbacks"),
  refused: "Refused requests",
  refusedWords: (count: number, most: number) =>
    count === 0 ? "none in the last day" : `${capped(count, most, "request", "requests")} in the last day`,
  feed: "Events feed",
  feedWords: (behind: number, most: number) =>
    behind === 0 ? "read to its end" : `${capped(behind, most, "event", "events")} not yet read`,
  feedRead: "last read",
  feedNever: "not read in the last day",
  keys: "Keys",
  keyWords: ({ activeKeys, idleKeys, endingKeys }: GatewayHealth, idleDays: number, many: number) =>
    [
      activeKeys === 0 ? "none: it cannot ask" : counted(activeKeys, "key"),
      idleKeys > 0 && `${idleKeys} unused for ${idleDays} days`,
      endingKeys > 0 && `${endingKeys} ending within a day`,
      activeKeys > many && "more than anyone can keep an eye on",
    ]
      .filter(Boolean)
      .join(", "),
  well: "In order",
  silent: "Never asked",
  noKey: "Without a key",
  off: "Callback switched off",
  undelivered: "Could not be told",
  failing: "Failing",
  polls: "Reads the feed",
};

export const OVERVIEW = {
  health: "Health",
  about: "About this gateway",
  name: "Name",
  id: "Id",
  copyId: "Copy the id",
  created: "Registered",
  callback: "Decisions go to",
  noCallback: "no address: it reads the events feed",
  tenants: "Tenants it serves",
  tenantsNote: "Those you may see. Each key is for some of them.",
  addTenants: "Add tenants…",
  addTenantsTitle: "Let it serve more tenants",
  addTenantsNote: "Its existing keys do not cover them; create or replace a key afterwards.",
  addTenantsDo: "Add them",
  adding: "Adding…",
  copyLink: "Copy the link to this gateway",
  activity: "See its activity",
};

export const KEYS = {
  title: "Keys",
  description:
    "The gateway asks with a key. Each key is for some of its tenants, is shown once when it is created, and is refused within a second of its end.",
  create: "Create a key…",
  createTitle: "Create a key",
  createNote: "Choose the tenants it may ask for.",
  tenants: "Tenants of the key",
  createDo: "Create the key",
  creating: "Creating…",
  madeTitle: "The key is created",
  madeNote: "Copy it now: only its fingerprint is stored, so it cannot be shown again.",
  key: "Key",
  curl: "Its first call, ready to run",
  copyCurl: "Copy the command",
  done: "Done",
  none: "No key yet",
  noneAdmin:
    "Without one the gateway cannot ask. Create its first key; a command for its first call comes with it.",
  noneOther: "Without one the gateway cannot ask. An administrator of all tenants creates keys.",
  forTenants: "for",
  made: "made",
  used: "last used",
  unused: "never used",
  usedNote: "Exact to a minute.",
  idle: (days: number) => `Not used for ${days} days. Revoke it if nobody needs it.`,
  many: (count: number) =>
    `${count} keys are active. That many are hard to keep an eye on; revoke those nobody uses.`,
  replacedBy: "Replaced by",
  ends: "ends",
  ended: "ended",
  revokedAt: "revoked",
  states: {
    active: "Active",
    ending: "Being replaced",
    ended: "Ended",
    revoked: "Revoked",
  } satisfies Record<KeyState, string>,
  rotate: "Replace…",
  rotateTitle: (prefix: string) => `Replace the key ${prefix}…`,
  rotateNote:
    "Countersign creates a new key for the same tenants and accepts the old one until its end, so nothing stops meanwhile.",
  overlap: "The old key ends",
  overlaps: [
    { value: "24", label: "in 24 hours" },
    { value: "168", label: "in 7 days" },
    { value: "0", label: "now: it may have leaked" },
    { value: "own", label: "after a number of hours" },
  ],
  hours: "Hours",
  rotateDo: "Make the new key",
  rotating: "Making it…",
  oldEnds: "The old key ends",
  oldEnded: "The old key has ended.",
  revoke: "Revoke…",
  revokeTitle: (prefix: string) => `Revoke the key ${prefix}…?`,
  revokeNote:
    "Requests with it are refused within a second. Calls already held stay, and the gateway is still told their decisions. This cannot be undone; you can create a new key.",
  revokeDo: "Revoke the key",
  revoking: "Revoking…",
};

export const CALLBACK = {
  title: "Callback",
  description:
    "Where Countersign tells this gateway what people decided. Each callback is signed, and tried for three days until the gateway acknowledges it.",
  form: "Where it is told",
  url: "Callback URL",
  urlHint: "A public https address. Empty: the gateway reads the events feed instead.",
  save: "Save",
  saving: "Saving…",
  saved: "Saved",
  owed: (count: number, most: number) =>
    count === 0
      ? "Nothing is owed at the moment."
      : `${capped(count, most, "callback is", "callbacks are")} owed. With a new address they are sent there at once; on the same origin, those with a path of their own keep it. Without an address they are given up.`,
  none: "No address: the gateway reads decisions from the events feed.",
  readOnly: "Only administrators of all tenants change this.",
  offTitle: "Switched off",
  offSince: "since",
  offNote: "Nothing is sent. Callbacks that were owed are given up; send them again once it is on.",
  off: "Switch off…",
  offAskTitle: "Switch the callback off?",
  offAskNote:
    "Nothing is sent to this gateway until you switch it on again. Callbacks that are owed are given up, and you can send them again later; new decisions appear only in the events feed.",
  reason: "Why",
  reasonHint: "Shown to everyone who finds it off.",
  offDo: "Switch it off",
  switching: "Switching…",
  on: "Switch on",
  turningOn: "Switching on…",
  secret: "Signing secret",
  secretNote:
    "Countersign signs callbacks with it (Standard Webhooks), so the gateway can tell them from forged ones. It was shown once.",
  secretCurrent: "Current, made",
  secretOld: "The previous one also signs until",
  secretNone: "It has none: nothing can be sent. Make one.",
  rotate: "Make a new secret…",
  rotateTitle: "Make a new signing secret",
  rotateNote:
    "Both secrets sign until the old one ends, so you can change the receiver without a gap. Any secret before that one stops signing.",
  overlap: "The old secret signs",
  overlaps: [
    { value: "24", label: "for 24 more hours" },
    { value: "168", label: "for 7 more days" },
    { value: "0", label: "no longer: it may have leaked" },
    { value: "own", label: "for a number of hours" },
  ],
  rotateDo: "Make it",
  rotating: "Making it…",
  madeTitle: "The new secret",
  madeNote: "Copy it now: it is kept encrypted and is never shown again.",
  ping: "Send a test",
  pinging: "Sending…",
  pingTitle: "Test",
  pingNote:
    "Sends a signed test.ping now and shows the request as sent and the response. Any 2xx response will do.",
};
