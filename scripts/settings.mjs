// Forms of environment settings, in words for people. Uses only Node, so that it runs before
// packages are installed. lib/core/env.ts parses the values for the product.
import { isIP } from "node:net";

const POSTGRES = /^postgres(ql)?:\/\/./;

const oneOf = (...words) => ({ ok: (text) => words.includes(text), expected: `one of ${words.join(", ")}` });
const onOff = oneOf("on", "off");
const atLeast = (length, more = "") => ({
  ok: (text) => text.length >= length,
  expected: `at least ${length} characters${more}`,
});
const whole = (min, max, what = "a whole number") => ({
  ok: (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
  expected: `${what} between ${min} and ${max}`,
});
const url = (expected, ok = () => true) => ({ ok: (text) => URL.canParse(text) && ok(text), expected });
const database = url("postgresql://user:password@host:port/database", (text) => POSTGRES.test(text));

const collector = url("an http(s) URL, for example http://localhost:4318", (text) => /^https?:/.test(text));

/**
 * Comma-separated CIDR ranges. `single` also allows one address, and refuses a range of all
 * addresses.
 */
function ranges(expected, { single = false } = {}) {
  const isRange = (text) => {
    const [, address = "", bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
    const version = isIP(address);
    if (version === 0) return false;
    if (bits === undefined) return single;
    return Number(bits) <= (version === 4 ? 32 : 128) && !(single && Number(bits) === 0);
  };
  return { ok: (text) => text.split(",").every(isRange), expected };
}

/** @type {Record<string, { ok: (text: string) => boolean, expected: string }>} */
export const SETTINGS = {
  PORT: whole(1, 65_535, "a port number"),
  PUBLIC_URL: url(
    "an http(s) origin without a path, for example https://countersign.example",
    (text) => /^https?:/.test(text) && new URL(text).origin === text,
  ),
  DATABASE_URL: database,
  DATABASE_APP_URL: database,
  DATABASE_DIRECT_URL: database,
  DATABASE_REPLICA_URL: database,
  DATABASE_PREPARED: oneOf("auto", "on", "off"),
  DATABASE_POOL: whole(1, 200),
  COUNTERSIGN_ROLE: oneOf("all", "web", "api", "worker"),
  AUTH_SECRET: atLeast(32, "; openssl rand -base64 32 makes one"),
  COUNTERSIGN_RECEIPT_KEY: {
    ok: (text) => /^[A-Za-z0-9+/_-]{43}=?$/.test(text),
    expected: "32 bytes in base64; openssl rand -base64 32 makes one",
  },
  PASSWORD_SIGN_IN: onOff,
  PASSKEY_SIGN_IN: onOff,
  OIDC_ISSUER: url("the issuer's URL"),
  OIDC_ASSUME_EMAIL_VERIFIED: onOff,
  OIDC_ROLE_MAP: {
    ok: (text) => /^(?:[^,]+=\s*(?:admin|approver|triager|viewer)\s*(?:,|$))+$/.test(text),
    expected:
      "pairs of a group at the provider and a role (admin, approver, triager, viewer), for example ops=approver,leads=admin",
  },
  OIDC_GROUP_MAP: {
    ok: (text) => /^(?:[^,]+=\s*[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?\s*(?:,|$))+$/.test(text),
    expected: "pairs of a group at the provider and a group here, for example sre-on-call=on-call",
  },
  CALLBACK_ALLOW_CIDRS: ranges("comma-separated ranges, for example 10.0.0.0/8,192.168.1.0/24"),
  PUSH_ALLOW_CIDRS: ranges("comma-separated ranges, for example 10.0.0.0/8,192.168.1.0/24"),
  VAPID_PUBLIC_KEY: {
    ok: (text) => /^[A-Za-z0-9_-]{87}$/.test(text),
    expected: "65 bytes as base64url, the public key of a P-256 pair",
  },
  VAPID_PRIVATE_KEY: {
    ok: (text) => /^[A-Za-z0-9_-]{43}$/.test(text),
    expected: "32 bytes as base64url, the private key of a P-256 pair",
  },
  VAPID_SUBJECT: {
    ok: (text) => /^(?:https:\/\/|mailto:).+/.test(text),
    expected: "an https URL or mailto: address where push services reach you",
  },
  TRUSTED_PROXIES: ranges(
    "comma-separated addresses or ranges of your own proxies, for example 127.0.0.1,10.0.0.0/24, never everybody (/0)",
    { single: true },
  ),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "silent"),
  TRACKER_GITHUB_URL: url(
    "an http(s) origin without a path, for example https://countersign.example",
    (text) => /^https?:/.test(text) && new URL(text).origin === text,
  ),
  TRACKER_GITHUB_REPOSITORY: {
    ok: (text) => /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/.test(text),
    expected: "owner/name, for example acme/crm",
  },
  TRACKER_GITHUB_TOKEN: {
    ok: (text) => /^[\x21-\x7e]{16,500}$/.test(text),
    expected: "16 to 500 characters",
  },
  SMTP_URL: url(
    "smtp://user:password@host:587, or smtps:// with TLS from the start",
    (text) => /^smtps?:/.test(text) && new URL(text).hostname !== "",
  ),
  SMTP_FROM: {
    ok: (text) => /^(?:[^<>"\r\n]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text),
    expected: "an address, for example Countersign <countersign@acme.example>",
  },
  SLACK_BOT_TOKEN: {
    ok: (text) => /^xoxb-[\x21-\x7e]{8,500}$/.test(text),
    expected: "a bot token of Slack, which begins with xoxb-",
  },
  SLACK_APP_TOKEN: {
    ok: (text) => /^xapp-[\x21-\x7e]{8,500}$/.test(text),
    expected: "an app-level token of Slack, which begins with xapp-",
  },
  SLACK_SIGNING_SECRET: {
    ok: (text) => /^[0-9a-f]{16,200}$/.test(text),
    expected: "the signing secret of your Slack app, in hex digits",
  },
  SLACK_API_URL: url("an http(s) URL that ends with /, for example https://slack.com/api/", (text) =>
    /^https?:.*\/$/.test(text),
  ),
  METRICS_TOKEN: atLeast(16),
  METRICS_PORT: whole(1, 65_535, "a port number"),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  OTEL_SDK_DISABLED: oneOf("true", "false"),
  COUNTERSIGN_COMMIT: { ok: (text) => /^[0-9a-f]{7,64}$/.test(text), expected: "7 to 64 hex digits" },
  REQUEST_LOG: onOff,
  COUNTERSIGN_DESIGN_PAGE: onOff,
  COUNTERSIGN_CHECK_ANSWERS: onOff,
  FEEDBACK_EMBEDDINGS: onOff,
  RATIONALE_EMBEDDINGS: onOff,
  BACKUP_EVERY_HOURS: whole(1, 720),
  BACKUP_KEEP: whole(1, 1_000),
  BACKUP_BEFORE_MIGRATIONS: onOff,
  COUNTERSIGN_INIT_ADMIN_EMAIL: { ok: (text) => /^\S+@\S+\.\S+$/.test(text), expected: "an e-mail address" },
  COUNTERSIGN_INIT_GATEWAY_KEY: {
    ok: (text) => /^csk_[A-Za-z0-9_-]{32,200}$/.test(text),
    expected: "csk_ and at least 32 letters, digits, dashes or underscores",
  },
  COUNTERSIGN_INIT_GATEWAY_SECRET: {
    ok: (text) => /^whsec_[A-Za-z0-9+/=]+$/.test(text),
    expected: "whsec_ and base64",
  },
  COUNTERSIGN_INIT_GATEWAY_CALLBACK_URL: url("an http(s) URL", (text) => /^https?:/.test(text)),
};

/** Settings required by others: the name, the expected form, and why. */
const NEEDS = [
  {
    name: "METRICS_TOKEN",
    when: (given) => given.METRICS_PORT && !given.METRICS_TOKEN,
    expected: "at least 16 characters, because METRICS_PORT serves metrics for its bearer only",
  },
  {
    name: "VAPID_PRIVATE_KEY",
    when: (given) => given.VAPID_PUBLIC_KEY && !given.VAPID_PRIVATE_KEY,
    expected: "the other half of the pair, because VAPID_PUBLIC_KEY is set",
  },
  {
    name: "VAPID_PUBLIC_KEY",
    when: (given) => given.VAPID_PRIVATE_KEY && !given.VAPID_PUBLIC_KEY,
    expected: "the other half of the pair, because VAPID_PRIVATE_KEY is set",
  },
  {
    name: "OIDC_CLIENT_ID",
    when: (given) => given.OIDC_ISSUER && !(given.OIDC_CLIENT_ID && given.OIDC_CLIENT_SECRET),
    expected: "it and OIDC_CLIENT_SECRET, because OIDC_ISSUER is set",
  },
  {
    name: "OIDC_ISSUER",
    when: (given) => given.PASSWORD_SIGN_IN === "off" && !given.OIDC_ISSUER,
    expected: "the issuer's URL, because PASSWORD_SIGN_IN=off leaves no other way to sign in",
  },
  {
    name: "AUTH_SECRET",
    when: (given) => given.DATABASE_URL && !given.AUTH_SECRET,
    expected: "at least 32 characters, because DATABASE_URL is set; openssl rand -base64 32 makes one",
  },
  ...["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"].map((beside) => ({
    name: "DATABASE_URL",
    when: (given) => given[beside] && !given.DATABASE_URL,
    expected: `the database that ${beside} leads to as well`,
  })),
  {
    name: "COUNTERSIGN_INIT_ADMIN_EMAIL",
    when: (given) => given.COUNTERSIGN_INIT_ADMIN_PASSWORD && !given.COUNTERSIGN_INIT_ADMIN_EMAIL,
    expected: "the e-mail address that the password belongs to",
  },
  {
    name: "COUNTERSIGN_INIT_GATEWAY",
    when: (given) =>
      !given.COUNTERSIGN_INIT_GATEWAY &&
      ["_KEY", "_SECRET", "_CALLBACK_URL", "_TENANTS"].some((end) => given[`COUNTERSIGN_INIT_GATEWAY${end}`]),
    expected: "the gateway's name",
  },
  {
    name: "COUNTERSIGN_INIT_GATEWAY_TENANTS",
    when: (given) => given.COUNTERSIGN_INIT_GATEWAY && !given.COUNTERSIGN_INIT_GATEWAY_TENANTS,
    expected: "comma-separated tenant keys, for example acme,globex",
  },
  {
    name: "COUNTERSIGN_INIT_GATEWAY_SECRET",
    when: (given) => given.COUNTERSIGN_INIT_GATEWAY_CALLBACK_URL && !given.COUNTERSIGN_INIT_GATEWAY_SECRET,
    expected: "whsec_… to sign what the callback URL gets",
  },
];

/**
 * All errors of the settings, one line each, without values, which may be secrets.
 * @param {Record<string, string | undefined>} given
 * @returns {string[]}
 */
export function wrongSettings(given) {
  const malformed = Object.entries(SETTINGS)
    .filter(([name, { ok }]) => given[name] && !ok(given[name]))
    .map(([name, { expected }]) => `${name} is malformed: expected ${expected}`);
  const missing = NEEDS.filter(({ when }) => when(given)).map(
    ({ name, expected }) => `${name} is missing: expected ${expected}`,
  );
  return [...malformed, ...missing];
}

/** Names without a form: free text, set by the launcher, or for gateways, clients and tests. */
const OTHER_NAMES = [
  ...["HOST", "NODE_ENV", "BACKUP_DIR", "BACKUP_MARK", "COUNTERSIGN_DATA_DIR"],
  ...["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ROLE_CLAIM", "OIDC_GROUP_CLAIM"],
  ...["COUNTERSIGN_INIT_ADMIN_PASSWORD", "COUNTERSIGN_INIT_GATEWAY", "COUNTERSIGN_INIT_GATEWAY_TENANTS"],
  ...["COUNTERSIGN_COMMAND", "COUNTERSIGN_PAGES", "COUNTERSIGN_LAUNCHER", "COUNTERSIGN_NO_DATABASE"],
  ...["COUNTERSIGN_URL", "COUNTERSIGN_KEY", "COUNTERSIGN_TENANT", "COUNTERSIGN_TOKEN"],
  ...["COUNTERSIGN_FAILPOINT", "DATABASE_OWNER_URL", "NEXTAUTH_URL", "NEXTAUTH_SECRET"],
];
const NAMES = [...Object.keys(SETTINGS), ...OTHER_NAMES];

/** Variables that Kubernetes sets for services with names starting with countersign. */
const OF_SERVICES = /^COUNTERSIGN_(?:\w+_)?(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/;
const SIMILAR_EDITS_MAX = 2;
const SIMILAR_LENGTH_MIN = 8;

/**
 * A line per variable without effect: an unknown COUNTERSIGN_ name, or one similar to a setting's.
 * @param {Record<string, string | undefined>} given
 * @returns {string[]}
 */
export function unknownNames(given) {
  return Object.keys(given).flatMap((name) => {
    const known = name.startsWith("COUNTERSIGN_INIT_") ? name.replace(/_FILE$/, "") : name;
    if (!given[name] || NAMES.includes(known) || OF_SERVICES.test(name)) return [];
    const isOurs = name.startsWith("COUNTERSIGN_");
    if (!isOurs && name.length < SIMILAR_LENGTH_MIN) return [];
    const similar = NAMES.find((other) => edits(name, other) <= SIMILAR_EDITS_MAX);
    if (!similar) return isOurs ? [`${name} is unknown and has no effect`] : [];
    return [`${name} is unknown and has no effect; did you mean ${similar}?`];
  });
}

/** Edit distance between two words. */
function edits(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [at, other] of [...to].entries())
      next.push(Math.min(next[at] + 1, row[at + 1] + 1, row[at] + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[to.length];
}
