import "server-only";
import * as z from "zod";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1"]);
const cidr = /^[0-9a-fA-F:.]+\/\d{1,3}$/;

const origin = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text), {
    message: "an http(s) origin without a path, for example https://countersign.example",
  });

/** A closed set of words. */
const oneOf = <const W extends readonly string[]>(...words: W) => z.enum(words, `one of ${words.join(", ")}`);

function whole(min: number, max: number, what = "a whole number") {
  const expected = `${what} between ${min} and ${max}`;
  return z.coerce.number(expected).int(expected).min(min, expected).max(max, expected);
}

// scripts/settings.mjs says the same of each, before anything is built; a test holds the two together.
const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  DATABASE_URL: z
    .string("a URL of the form postgresql://user:password@host:port/database")
    .regex(/^postgres(ql)?:\/\//, "a URL of the form postgresql://user:password@host:port/database"),
  AUTH_SECRET: z
    .string("at least 32 characters; `openssl rand -base64 32` makes one")
    .min(32, "at least 32 characters; `openssl rand -base64 32` makes one"),
  HOST: z.string().default("127.0.0.1"),
  PORT: whole(1, 65_535, "a port number").default(3000),
  PUBLIC_URL: origin.optional(),
  COUNTERSIGN_ROLE: oneOf("all", "web", "worker").default("all"),
  PASSWORD_SIGN_IN: oneOf("on", "off").default("on"),
  OIDC_ISSUER: z.url("the issuer's URL").optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_ASSUME_EMAIL_VERIFIED: oneOf("on", "off").default("off"),
  OIDC_ROLE_CLAIM: z.string().optional(),
  OIDC_ROLE_MAP: z.string().optional(),
  CALLBACK_ALLOW_CIDRS: z
    .string()
    .optional()
    .refine((text) => !text || text.split(",").every((part) => cidr.test(part.trim())), {
      message: "comma-separated ranges, for example 10.0.0.0/8,192.168.1.0/24",
    }),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "silent").default("info"),
  // Shows the parts the console is made of; development does without being asked.
  COUNTERSIGN_DESIGN_PAGE: oneOf("on", "off").optional(),
  REQUEST_LOG: oneOf("on", "off").default("on"),
  METRICS_TOKEN: z.string().min(16, "at least 16 characters").optional(),
  // For tests of the built product: an answer of the API that is not as declared is an error.
  COUNTERSIGN_CHECK_ANSWERS: oneOf("on", "off").optional(),
  DATABASE_POOL: whole(1, 200).default(10),
  BACKUP_DIR: z.string().default(".data/backups"),
  // Worked out by the launcher: whose backups these are, in a folder that several products share.
  BACKUP_MARK: z.string().default("own"),
  BACKUP_EVERY_HOURS: whole(1, 720).optional(),
  BACKUP_KEEP: whole(1, 1_000).default(7),
});

type Env = z.infer<typeof schema> & {
  PUBLIC_URL: string;
  callbackAllowCidrs: readonly string[];
  showsDesignPage: boolean;
  checksAnswers: boolean;
};

/**
 * Reads and checks the configuration.
 * @throws Error with a line for each wrong variable: its name and the expected form.
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
  if (value.PASSWORD_SIGN_IN === "off" && !value.OIDC_ISSUER) {
    throw new Error("OIDC_ISSUER is missing: PASSWORD_SIGN_IN=off leaves no way to sign in without it");
  }
  return {
    ...value,
    PUBLIC_URL: value.PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    showsDesignPage:
      (value.COUNTERSIGN_DESIGN_PAGE ?? (value.NODE_ENV === "development" ? "on" : "off")) === "on",
    checksAnswers: (value.COUNTERSIGN_CHECK_ANSWERS ?? (value.NODE_ENV === "test" ? "on" : "off")) === "on",
    callbackAllowCidrs: value.CALLBACK_ALLOW_CIDRS
      ? value.CALLBACK_ALLOW_CIDRS.split(",").map((part) => part.trim())
      : LOOPBACK.has(value.HOST)
        ? ["127.0.0.0/8", "::1/128"]
        : [],
  };
}

let parsed: Env | undefined;

/** The configuration, read once at first use: a build needs none. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}
