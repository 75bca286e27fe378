import "server-only";
import ipaddr from "ipaddr.js";
import * as z from "zod";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1"]);

const origin = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text), {
    message: "an http(s) origin without a path, for example https://countersign.example",
  });

const oneOf = <const W extends readonly string[]>(...words: W) => z.enum(words, `one of ${words.join(", ")}`);

const optional = (form: RegExp, expected: string) => z.string().regex(form, expected).optional();

const parts = (text: string) => text.split(",").map((part) => part.trim());

/**
 * Comma-separated CIDR ranges. `single` also allows one address, and refuses a range of all
 * addresses.
 */
function ranges(message: string, { single = false } = {}) {
  const isRange = (part: string) => {
    const [address = "", bits] = part.split("/");
    const isIPv6 = ipaddr.IPv6.isValid(address) && !address.includes("%");
    if (!isIPv6 && !ipaddr.IPv4.isValidFourPartDecimal(address)) return false;
    if (bits === undefined) return single;
    return ipaddr.isValidCIDR(part) && !(single && Number(bits) === 0);
  };
  return z
    .string()
    .optional()
    .transform((text) => (text ? parts(text) : []))
    .refine((all) => all.every(isRange), message);
}

function whole(min: number, max: number, what = "a whole number") {
  const expected = `${what} between ${min} and ${max}`;
  return z.coerce.number(expected).int(expected).min(min, expected).max(max, expected);
}

// scripts/settings.mjs has the same rules for use before a build. A test compares them.
const DATABASE = "a URL of the form postgresql://user:password@host:port/database";
const database = z.string(DATABASE).regex(/^postgres(ql)?:\/\//, DATABASE);

const MAIL_SERVER = "smtp://user:password@host:587, or smtps:// with TLS from the start";
const MAIL_SENDER = /^(?:[^<>"\r\n]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

const collector = z.url({ protocol: /^https?$/, error: "an http(s) URL, for example http://localhost:4318" });

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  DATABASE_URL: database,
  DATABASE_DIRECT_URL: database.optional(),
  DATABASE_REPLICA_URL: database.optional(),
  DATABASE_PREPARED: oneOf("auto", "on", "off").default("auto"),
  AUTH_SECRET: z
    .string("at least 32 characters; `openssl rand -base64 32` makes one")
    .min(32, "at least 32 characters; `openssl rand -base64 32` makes one"),
  COUNTERSIGN_RECEIPT_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/_-]{43}=?$/, "32 bytes in base64; `openssl rand -base64 32` makes one")
    .optional(),
  HOST: z.string().default("127.0.0.1"),
  PORT: whole(1, 65_535, "a port number").default(3000),
  PUBLIC_URL: origin.optional(),
  // Set by the launcher: the shell command for this installation, up to its verb.
  COUNTERSIGN_COMMAND: z.string().default("npm run countersign --"),
  COUNTERSIGN_ROLE: oneOf("all", "web", "api", "worker").default("all"),
  // Set by the launcher: where the pages process listens, for the API process only.
  COUNTERSIGN_PAGES: z.string().optional(),
  PASSWORD_SIGN_IN: oneOf("on", "off").default("on"),
  // Default: the value of PASSWORD_SIGN_IN.
  PASSKEY_SIGN_IN: oneOf("on", "off").optional(),
  OIDC_ISSUER: z.url("the issuer's URL").optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_ASSUME_EMAIL_VERIFIED: oneOf("on", "off").default("off"),
  OIDC_ROLE_CLAIM: z.string().optional(),
  OIDC_ROLE_MAP: z
    .string()
    .regex(
      /^(?:[^,]+=\s*(?:admin|approver|triager|viewer)\s*(?:,|$))+$/,
      "pairs of a group at the provider and a role (admin, approver, triager, viewer), for example ops=approver,leads=admin",
    )
    .optional(),
  OIDC_GROUP_CLAIM: z.string().optional(),
  OIDC_GROUP_MAP: z
    .string()
    .regex(
      /^(?:[^,]+=\s*[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?\s*(?:,|$))+$/,
      "pairs of a group at the provider and a group here, for example sre-on-call=on-call",
    )
    .optional(),
  CALLBACK_ALLOW_CIDRS: ranges("comma-separated ranges, for example 10.0.0.0/8,192.168.1.0/24"),
  // Push services inside the own network. People add devices, so ranges for callbacks do not count here.
  PUSH_ALLOW_CIDRS: ranges("comma-separated ranges, for example 10.0.0.0/8,192.168.1.0/24"),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{87}$/, "65 bytes as base64url, the public key of a P-256 pair")
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, "32 bytes as base64url, the private key of a P-256 pair")
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(?:https:\/\/|mailto:).+/, "an https URL or mailto: address where push services reach you")
    .optional(),
  TRUSTED_PROXIES: ranges(
    "comma-separated addresses or ranges of your own proxies, for example 127.0.0.1,10.0.0.0/24, never everybody (/0)",
    { single: true },
  ),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "silent").default("info"),
  // Shows the console's components. On by default in development.
  COUNTERSIGN_DESIGN_PAGE: oneOf("on", "off").optional(),
  // For images and archives without a git clone.
  COUNTERSIGN_COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/, "7 to 64 hex digits")
    .optional(),
  REQUEST_LOG: oneOf("on", "off").default("on"),
  // Prefixed, because CI on GitHub sets GITHUB_TOKEN for other purposes.
  TRACKER_GITHUB_URL: origin.default("https://github.com"),
  TRACKER_GITHUB_REPOSITORY: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/, "owner/name, for example acme/crm")
    .optional(),
  TRACKER_GITHUB_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,500}$/, "16 to 500 characters")
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./, error: MAIL_SERVER }).optional(),
  SMTP_FROM: z
    .string()
    .regex(MAIL_SENDER, "an address, for example Countersign <countersign@acme.example>")
    .optional(),
  SLACK_BOT_TOKEN: optional(/^xoxb-[\x21-\x7e]{8,500}$/, "a bot token of Slack, which begins with xoxb-"),
  SLACK_APP_TOKEN: optional(
    /^xapp-[\x21-\x7e]{8,500}$/,
    "an app-level token of Slack, which begins with xapp-",
  ),
  SLACK_SIGNING_SECRET: optional(/^[0-9a-f]{16,200}$/, "the signing secret of your Slack app, in hex digits"),
  SLACK_API_URL: z
    .url({
      protocol: /^https?$/,
      error: "an http(s) URL that ends with /, for example https://slack.com/api/",
    })
    .regex(/\/$/, "an http(s) URL that ends with /, for example https://slack.com/api/")
    .default("https://slack.com/api/"),
  METRICS_TOKEN: z.string().min(16, "at least 16 characters").optional(),
  METRICS_PORT: whole(1, 65_535, "a port number").optional(),
  // Either one switches traces on. The SDK reads these and the other OTEL_* variables itself.
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_SDK_DISABLED: oneOf("true", "false").optional(),
  // For tests of the built product: an API answer outside its declaration becomes an error.
  COUNTERSIGN_CHECK_ANSWERS: oneOf("on", "off").optional(),
  DATABASE_POOL: whole(1, 200).default(10),
  FEEDBACK_EMBEDDINGS: oneOf("on", "off").default("on"),
  RATIONALE_EMBEDDINGS: oneOf("on", "off").default("on"),
  BACKUP_DIR: z.string().default(".data/backups"),
  // Set by the launcher: owner of backups in a folder shared by several products.
  BACKUP_MARK: z.string().default("own"),
  BACKUP_EVERY_HOURS: whole(1, 720).optional(),
  BACKUP_KEEP: whole(1, 1_000).default(7),
});

type Env = z.infer<typeof schema> & {
  PUBLIC_URL: string;
  /** A connection with a session, without a transaction pooler. */
  DATABASE_DIRECT_URL: string;
  callbackAllowCidrs: readonly string[];
  pushAllowCidrs: readonly string[];
  trustedProxies: readonly string[];
  showsDesignPage: boolean;
  checksAnswers: boolean;
  isTracing: boolean;
};

/**
 * Reads and checks the configuration.
 * @throws Error with one line per wrong variable: its name and the expected form
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: [member], message }) => {
      const name = String(member ?? "configuration");
      return `${name} is ${present[name] === undefined ? "missing" : "malformed"}: expected ${message}`;
    });
    throw new Error(lines.join("\n"));
  }
  const value = parsed.data;
  if (value.OIDC_ISSUER && !(value.OIDC_CLIENT_ID && value.OIDC_CLIENT_SECRET)) {
    throw new Error(
      "OIDC_CLIENT_ID is missing: OIDC_ISSUER also needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET",
    );
  }
  if (Boolean(value.VAPID_PUBLIC_KEY) !== Boolean(value.VAPID_PRIVATE_KEY)) {
    const missing = value.VAPID_PUBLIC_KEY ? "VAPID_PRIVATE_KEY" : "VAPID_PUBLIC_KEY";
    throw new Error(`${missing} is missing: VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are one pair`);
  }
  if (value.METRICS_PORT && !value.METRICS_TOKEN) {
    throw new Error("METRICS_TOKEN is missing: METRICS_PORT serves metrics for its bearer only");
  }
  if (value.PASSWORD_SIGN_IN === "off" && !value.OIDC_ISSUER) {
    throw new Error("OIDC_ISSUER is missing: PASSWORD_SIGN_IN=off leaves no way to sign in without it");
  }
  return {
    ...value,
    PUBLIC_URL: value.PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    DATABASE_DIRECT_URL: value.DATABASE_DIRECT_URL ?? value.DATABASE_URL,
    showsDesignPage:
      (value.COUNTERSIGN_DESIGN_PAGE ?? (value.NODE_ENV === "development" ? "on" : "off")) === "on",
    checksAnswers: (value.COUNTERSIGN_CHECK_ANSWERS ?? (value.NODE_ENV === "test" ? "on" : "off")) === "on",
    isTracing:
      Boolean(value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? value.OTEL_EXPORTER_OTLP_ENDPOINT) &&
      value.OTEL_SDK_DISABLED !== "true",
    callbackAllowCidrs:
      value.CALLBACK_ALLOW_CIDRS.length > 0
        ? value.CALLBACK_ALLOW_CIDRS
        : LOOPBACK.has(value.HOST)
          ? ["127.0.0.0/8", "::1/128"]
          : [],
    pushAllowCidrs: value.PUSH_ALLOW_CIDRS,
    trustedProxies: value.TRUSTED_PROXIES.map((part) =>
      part.includes("/") ? part : `${part}/${part.includes(":") ? 128 : 32}`,
    ),
  };
}

let parsed: Env | undefined;

/** The configuration, read at first use, so that a build needs none. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}
