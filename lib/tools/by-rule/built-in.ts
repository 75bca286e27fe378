import type { RatingRule, RuleMatch } from "./types";

// A starter list: reading is low, writing medium; destruction, payment and messages are high. Words
// that are verbs and nouns count only in a verb's position. Administrators have to switch it on.

const ANYTHING: RuleMatch = { first: [], last: [], any: [], providers: [], members: [], claim: null };

const rule = (
  name: string,
  match: Partial<RuleMatch>,
  risk: RatingRule["risk"],
  requiresConfirmation: boolean,
): RatingRule => ({ name, on: true, match: { ...ANYTHING, ...match }, risk, requiresConfirmation });

const DESTROYS = [
  ...["delete", "remove", "drop", "destroy", "purge", "erase", "wipe", "truncate", "uninstall"],
  ...["terminate", "revoke", "cancel", "cleanup", "kill"],
];

const WRITES = [
  ...["create", "update", "upsert", "insert", "add", "set", "edit", "write", "modify", "patch", "put"],
  ...["append", "rename", "move", "copy", "upload", "import", "merge", "apply", "enable", "disable"],
  ...[
    "assign",
    "push",
    "fork",
    "draft",
    "post",
    "save",
    "replace",
    "publish",
    "duplicate",
    "install",
    "upgrade",
  ],
  ...["scale", "restore", "finalize", "submit", "toggle", "manage", "batch", "generate", "compose"],
];

const READS = [
  ...["get", "list", "read", "search", "find", "describe", "count", "show", "retrieve", "view", "lookup"],
  ...["check", "explain", "summarize", "compare", "preview", "fetch", "query"],
];

// After a reading word, these mean that the tool does more: `find_and_pay`, `view_clear`.
const DOES_MORE = [
  ...["and", "or", "then", "pay", "refund", "charge", "transfer", "payout", "withdraw", "buy", "purchase"],
  ...["debit", "capture", "redeem", "checkout", "run", "invoke", "trigger", "launch", "deploy", "start"],
  ...["stop", "restart", "reboot", "shutdown", "approve", "reject", "accept", "decline", "confirm", "grant"],
  ...["deny", "sign", "clear", "reset", "flush", "archive", "unarchive", "close", "reopen", "lock", "unlock"],
  ...["suspend", "deactivate", "activate", "ban", "rotate", "revert", "rollback", "sync", "share"],
];

const CHANGES_STANDING = [
  ...["release", "resolve", "dismiss", "mark", "block", "unblock", "unassign", "attach", "detach", "migrate"],
  ...["unpublish", "subscribe", "unsubscribe", "book", "reserve", "discard", "expire", "convert", "change"],
  ...[
    "register",
    "unregister",
    "promote",
    "commit",
    "rebase",
    "swap",
    "undo",
    "provision",
    "pause",
    "resume",
  ],
  ...["call", "deposit", "fulfil", "fulfill", "adjust", "increment", "decrement", "configure", "correct"],
  ...["amend", "overwrite", "uncancel", "void", "join", "leave", "abort", "evict", "drain", "prune"],
];

// Names that end in these only read, unless another word acts: `ga4_report`, `web_search`.
const READS_LAST = ["query", "search", "lookup", "report", "performance"];

// Actions on things such as performance or an index.
const ACTS = [
  ...["rebuild", "build", "reindex", "refresh", "optimize", "optimise", "improve", "boost", "increase"],
  ...["tune", "tweak", "train", "sell", "trade", "crawl", "receive"],
];

// Actions on a report; in other names most of these are nouns.
const REPORTS = [
  ...["file", "issue", "raise", "order", "mail", "email", "schedule", "request", "export", "record", "log"],
  ...["print", "open", "ship"],
];

// Actions on goods and books that cannot be undone.
const TAKES_IN = [
  ...["order", "orders", "purchase", "goods", "shipment", "shipments", "delivery", "deliveries", "stock"],
  ...["inventory", "payment", "payments", "transfer", "transfers", "return", "returns", "item", "items"],
];

const MONEY = [
  ...["payment", "payments", "invoice", "invoices", "refund", "refunds", "charge", "charges", "payout"],
  ...["payouts", "price", "prices", "subscription", "subscriptions", "coupon", "coupons", "dispute"],
  ...["disputes", "transfer", "transfers", "billing", "budget", "budgets", "bid", "bids"],
];

const RIGHTS = [
  ...["permission", "permissions", "role", "roles", "key", "keys", "secret", "secrets", "token", "tokens"],
  ...["password", "passwords", "credential", "credentials", "webhook", "webhooks", "policy", "policies"],
  ...["access", "member", "members", "collaborator", "collaborators"],
];

const SECRETS = [
  ...["secret", "secrets", "password", "passwords", "env", "key", "keys", "credential", "credentials"],
  ...["token", "tokens"],
];

/**
 * Reading low, writing medium, money, destruction and messages high. People can adopt, change or
 * disable it.
 */
export const BUILT_IN_RULES: readonly RatingRule[] = [
  rule("Destroys or takes away", { any: DESTROYS }, "high", true),
  rule(
    "Runs code or commands",
    { any: ["exec", "execute", "eval", "evaluate", "shell", "unsafe"] },
    "high",
    true,
  ),
  rule("Mutates in bulk", { any: ["mutate", "mutates"] }, "high", true),
  rule("Fulfils, corrects or rebuilds", { first: ["fulfil", "fulfill", "correct", "rebuild"] }, "high", true),
  rule("Takes in goods or money", { first: ["receive"], any: TAKES_IN }, "high", true),
  rule("Starts a run", { first: ["run", "invoke", "trigger", "launch", "deploy"] }, "high", true),
  rule("Sends to people", { any: ["send", "reply", "forward", "notify", "invite", "tweet"] }, "high", true),
  rule(
    "Posts a message",
    {
      first: ["post", "publish"],
      any: ["message", "messages", "channel", "thread", "tweet", "status", "story"],
    },
    "high",
    true,
  ),
  rule(
    "Moves money",
    {
      first: [
        "pay",
        "refund",
        "charge",
        "transfer",
        "payout",
        "withdraw",
        "buy",
        "purchase",
        "debit",
        "capture",
      ],
    },
    "high",
    true,
  ),
  rule("Writes where money is", { first: WRITES, any: MONEY }, "high", true),
  rule("Writes an amount", { first: WRITES, members: ["amount", "currency", "budget"] }, "high", true),
  rule("Writes keys and rights", { first: WRITES, any: RIGHTS }, "high", true),
  rule(
    "Writes to recipients",
    { first: WRITES, members: ["recipient", "recipients", "attendees"] },
    "high",
    true,
  ),
  rule("Its server says it destroys", { claim: "says_destructive" }, "high", true),
  rule("Changes something", { any: WRITES }, "medium", true),
  rule("Reads and does more", { first: READS, any: DOES_MORE }, "medium", true),
  rule("Reads and changes what holds", { first: READS, any: CHANGES_STANDING }, "medium", true),
  rule("Takes code or a statement", { members: ["sql", "script", "command", "pipeline"] }, "medium", true),
  rule("Goes to an address", { members: ["url", "uri", "endpoint"] }, "medium", true),
  rule("Reads secrets", { first: READS, any: SECRETS }, "medium", true),
  rule("Only reads", { first: READS, claim: "no_objection" }, "low", false),
  rule("Ends like reading and does more", { last: READS_LAST, any: DOES_MORE }, "medium", true),
  rule("Ends like reading and acts", { last: READS_LAST, any: [...ACTS, ...SECRETS] }, "medium", true),
  rule(
    "Ends like reading and changes what holds",
    { last: READS_LAST, any: CHANGES_STANDING },
    "medium",
    true,
  ),
  rule("Does something with a report", { first: REPORTS, last: ["report"] }, "medium", true),
  rule("Reads by its last word", { last: READS_LAST, claim: "no_objection" }, "low", false),
];
