// The environment of everything the launcher starts, worked out once. lib/core/env.ts checks it again for the product.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { secretFile } from "./secret-file.mjs";

/** A configuration mistake: one line for the person who starts the product. */
export class ConfigurationError extends Error {}

const CIDR = /^[0-9a-fA-F:.]+\/\d{1,3}$/;
const ROLES = ["all", "web", "worker"];
const SECRET_MIN = 32;

function check(name, ok, expected) {
  if (!ok) throw new ConfigurationError(`${name} is malformed: expected ${expected}`);
}

/** Replaces each `X_FILE` by an `X` with the file's content. */
function readSecretFiles(env) {
  const filled = { ...env };
  for (const [name, file] of Object.entries(env)) {
    if (!name.startsWith("COUNTERSIGN_INIT_") || !name.endsWith("_FILE") || !file) continue;
    const target = name.slice(0, -"_FILE".length);
    check(name, existsSync(file), "the path of a readable file");
    filled[target] ||= readFileSync(file, "utf8").trim();
  }
  return filled;
}

function authSecret(env, dataDir) {
  if (env.AUTH_SECRET) {
    check(
      "AUTH_SECRET",
      env.AUTH_SECRET.length >= SECRET_MIN,
      `at least ${SECRET_MIN} characters; openssl rand -base64 32 makes one`,
    );
    return env.AUTH_SECRET;
  }
  if (env.DATABASE_URL) {
    throw new ConfigurationError(
      `AUTH_SECRET is missing: with DATABASE_URL set, expected at least ${SECRET_MIN} characters; openssl rand -base64 32 makes one`,
    );
  }
  return generatedSecret(dataDir);
}

function generatedSecret(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true });
    return secretFile(path.join(dataDir, "auth-secret"), 32);
  } catch (error) {
    throw new ConfigurationError(
      `COUNTERSIGN_DATA_DIR is unusable (${error.code}: ${dataDir}): expected a folder that this account may write, or DATABASE_URL and AUTH_SECRET`,
    );
  }
}

const isOrigin = (text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** What the product checks more closely again; here so that nothing is built and started in vain. */
function checkForms(given, port, role, publicUrl) {
  check("PORT", Number.isInteger(port) && port >= 1 && port <= 65_535, "a port number between 1 and 65535");
  check(
    "PUBLIC_URL",
    isOrigin(publicUrl),
    "an http(s) origin without a path, for example https://countersign.example",
  );
  check("COUNTERSIGN_ROLE", ROLES.includes(role), ROLES.join(", "));
  for (const name of ["DATABASE_URL", "DATABASE_APP_URL"])
    check(
      name,
      !given[name] || (/^postgres(ql)?:\/\/./.test(given[name]) && URL.canParse(given[name])),
      "postgresql://user:password@host:port/database",
    );
  check(
    "CALLBACK_ALLOW_CIDRS",
    !given.CALLBACK_ALLOW_CIDRS ||
      given.CALLBACK_ALLOW_CIDRS.split(",").every((part) => CIDR.test(part.trim())),
    "comma-separated ranges, for example 10.0.0.0/8,192.168.1.0/24",
  );
}

/**
 * @param {NodeJS.ProcessEnv} source
 * @returns {{ dataDir: string, port: number, host: string, publicUrl: string, role: string, ownerUrl: string | null, secret: string, env: NodeJS.ProcessEnv }}
 * `ownerUrl` is DATABASE_URL, null for the embedded database; `env` still lacks the product's own DATABASE_URL
 * @throws ConfigurationError with one line that names the variable and the expected form
 */
export function environment(source = process.env) {
  const given = readSecretFiles(source);
  const port = Number(given.PORT || 3000);
  const host = given.HOST || "127.0.0.1";
  const publicUrl = given.PUBLIC_URL || (port === 80 ? "http://localhost" : `http://localhost:${port}`);
  const role = given.COUNTERSIGN_ROLE || "all";
  checkForms(given, port, role, publicUrl);
  const ownerUrl = given.DATABASE_URL || null;
  const dataDir = path.resolve(given.COUNTERSIGN_DATA_DIR || ".data");
  const secret = authSecret(given, dataDir);
  const env = {
    ...given,
    PORT: String(port),
    HOST: host,
    PUBLIC_URL: publicUrl,
    COUNTERSIGN_ROLE: role,
    AUTH_SECRET: secret,
    NEXTAUTH_SECRET: secret,
    NEXTAUTH_URL: publicUrl,
    NEXT_TELEMETRY_DISABLED: "1",
  };
  return { dataDir, port, host, publicUrl, role, ownerUrl, secret, env };
}
