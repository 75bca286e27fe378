import type { KeyState } from "@/lib/gateways/types";
import type { GatewayHealth } from "@/lib/insights/types";
import { counted } from "./counted";

const capped = (count: number, most: number, one: string, many: string) =>
  count > most ? `more than ${counted(most, one, many)}` : counted(count, one, many);

export const GATEWAYS = {
  title: "Gateways",
  description:
    "The systems that send calls here and execute them. Each has keys to ask with, and a callback URL on which it is told decisions, or reads them from the events feed.",
  register: "Register a gateway",
  list: "Gateways by name",
  undelivered: "Could not tell the gateway",
  filter: "Filter gateways",
  search: "Part of a name or of a tenant's key",
  noMatch: "No gateway matches",
  noMatchHint: "No name and no tenant's key holds these letters.",
  pages: "Pages of gateways",
  more: "More gateways",
  first: "Back to the first",
  loading: "Loading the gateways",
  failedTitle: "The gateways could not be read",
  failedText: "Nothing was changed. Try again; if it keeps failing, give your administrator this number:",
  retry: "Try again",
  empty: "No gateway yet",
  emptyAdmin:
    "Register the first one: it gets a signing secret, then a key, and sends its first call with a curl you can copy.",
  emptyOther: "An administrator registers gateways. Those that serve your tenants then show here.",
  missing: "No such gateway",
  missingHint: "It does not exist, or it serves no tenant you may see.",
  missingRow: "There is nothing here",
  missingRowHint: "It does not exist, is older than it is kept, or belongs to a tenant you may not see.",
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
  nameHint: "How people and commands call it. Letters, digits, dots, dashes or underscores.",
  tenants: "Tenants",
  tenantsHint: (known: readonly string[]) =>
    known.length > 0
      ? `Keys, with commas between them. Those that do not exist are made. There are: ${known.join(", ")}.`
      : "Keys, with commas between them, for example acme, globex. Those that do not exist are made.",
  url: "Callback URL",
  urlHint:
    "Where decisions are told: a public https address. Leave it empty when the gateway cannot be called; it then reads the events feed.",
  submit: "Register",
  pending: "Registering…",
  doneTitle: (name: string) => `${name} is registered`,
  secret: "Signing secret",
  secretNote:
    "Its receiver checks callbacks with it. Copy it now: it is kept encrypted and is never shown again; a new one can be made.",
  next: "Next: make a key, with which it asks.",
  toKeys: "Go to its keys",
  toGateway: "Go to the gateway",
  forbidden: "Gateways are registered by administrators of all tenants",
  forbiddenText: "A gateway's address reaches every tenant it serves. Ask such an administrator.",
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
      activeKeys === 0 ? "none: it cannot ask" : counted(activeKeys, "key", "keys"),
      idleKeys > 0 && `${idleKeys} unused for ${idleDays} days`,
      endingKeys > 0 && `${endingKeys} ending within a day`,
      activeKeys > many && "more than anyone keeps an eye on",
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
  callback: "Decisions are told to",
  noCallback: "no address: it reads the events feed",
  tenants: "Tenants it serves",
  tenantsNote: "Those you may see. Each key is for some of them.",
  addTenants: "Add tenants…",
  addTenantsTitle: "Let it serve further tenants",
  addTenantsNote: "Its existing keys are not for them; make or replace a key afterwards.",
  addTenantsDo: "Add them",
  adding: "Adding…",
  copyLink: "Copy the link to this gateway",
  activity: "See its activity",
};

export const KEYS = {
  title: "Keys",
  description:
    "With a key the gateway asks. Each is for some of its tenants, shown once when it is made, and refused within a second of its end.",
  create: "Create a key…",
  createTitle: "Create a key",
  createNote: "Choose for which tenants it may ask.",
  tenants: "Tenants of the key",
  createDo: "Create the key",
  creating: "Creating…",
  madeTitle: "The key is made",
  madeNote: "Copy it now: only its fingerprint is stored, so it cannot be shown again.",
  key: "Key",
  curl: "Its first call, ready to run",
  copyCurl: "Copy the command",
  done: "Done",
  none: "No key yet",
  noneAdmin:
    "Without one the gateway cannot ask. Create its first key; a command for its first call comes with it.",
  noneOther: "Without one the gateway cannot ask. An administrator of all tenants makes keys.",
  forTenants: "for",
  made: "made",
  used: "last used",
  unused: "never used",
  usedNote: "Exact to a minute.",
  idle: (days: number) => `Nobody used it for ${days} days. Revoke it if nobody misses it.`,
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
    "A new key for the same tenants is made. The old one goes on being accepted until its end, so that nothing stops meanwhile.",
  overlap: "The old key ends",
  overlaps: [
    { value: "24", label: "in 24 hours" },
    { value: "168", label: "in 7 days" },
    { value: "0", label: "now: it may have leaked" },
    { value: "own", label: "after hours of your choice" },
  ],
  hours: "Hours",
  rotateDo: "Make the new key",
  rotating: "Making it…",
  oldEnds: "The old key ends",
  oldEnded: "The old key has ended.",
  revoke: "Revoke…",
  revokeTitle: (prefix: string) => `Revoke the key ${prefix}…?`,
  revokeNote:
    "Whoever asks with it is refused within a second. Calls already held stay, and their decisions are still told. It cannot be taken back; a new key can be made.",
  revokeDo: "Revoke the key",
  revoking: "Revoking…",
};

export const CALLBACK = {
  title: "Callback",
  description:
    "Where this gateway is told what people decided. Each callback is signed, and tried for three days until it is acknowledged.",
  form: "Where it is told",
  url: "Callback URL",
  urlHint: "A public https address. Empty: the gateway reads the events feed instead.",
  save: "Save",
  saving: "Saving…",
  saved: "Saved",
  owed: (count: number, most: number) =>
    count === 0
      ? "Nothing is owed at the moment."
      : `${capped(count, most, "callback is", "callbacks are")} owed. With a new address they are sent there at once; on the same origin, those with a path of their own keep it. Without an address they end as not told.`,
  none: "No address: the gateway reads decisions from the events feed.",
  readOnly: "Only administrators of all tenants change this.",
  offTitle: "Switched off",
  offSince: "since",
  offNote: "Nothing is sent. What was owed ends as not told, and can be replayed once it is on again.",
  off: "Switch off…",
  offAskTitle: "Switch the callback off?",
  offAskNote:
    "Nothing is sent to this gateway until it is on again. What is owed ends as not told and can be replayed; new decisions stay in the events feed only.",
  reason: "Why",
  reasonHint: "Shown to everybody who finds it off.",
  offDo: "Switch it off",
  switching: "Switching…",
  on: "Switch on",
  turningOn: "Switching on…",
  secret: "Signing secret",
  secretNote:
    "Callbacks carry a signature by it (Standard Webhooks), so that the gateway can tell ours from others'. It was shown once.",
  secretCurrent: "Current, made",
  secretOld: "The one before signs too until",
  secretNone: "It has none: nothing can be sent. Make one.",
  rotate: "Make a new secret…",
  rotateTitle: "Make a new signing secret",
  rotateNote:
    "Both sign until the old one ends, so that the receiver can be changed without a gap. Of an earlier replacement nothing stays valid.",
  overlap: "The old secret signs",
  overlaps: [
    { value: "24", label: "for 24 hours more" },
    { value: "168", label: "for 7 days more" },
    { value: "0", label: "no more: it may have leaked" },
    { value: "own", label: "for hours of your choice" },
  ],
  rotateDo: "Make it",
  rotating: "Making it…",
  madeTitle: "The new secret",
  madeNote: "Copy it now: it is kept encrypted and is never shown again.",
  ping: "Send a test",
  pinging: "Sending…",
  pingTitle: "Test",
  pingNote:
    "Sends a signed test.ping now and shows the request as it went out and what came back. Any 2xx answer will do.",
};
