// The environment of everything the launcher starts, worked out once. lib/core/env.ts checks it again for the product.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A configuration mistake: one line for the person who starts the product. */
export class ConfigurationError extends Error {}

const ORIGIN = /^https?:\/\/[^/?#\s]+$/;
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
    filled[target] ??= readFileSync(file, "utf8").trim();
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
  const file = path.join(dataDir, "auth-secret");
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
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
  check("PORT", Number.isInteger(port) && port >= 1 && port <= 65_535, "a port number between 1 and 65535");
  const host = given.HOST || "127.0.0.1";
  const publicUrl = given.PUBLIC_URL || `http://localhost:${port}`;
  check(
    "PUBLIC_URL",
    ORIGIN.test(publicUrl),
    "an http(s) origin without a path, for example https://countersign.example",
  );
  const role = given.COUNTERSIGN_ROLE || "all";
  check("COUNTERSIGN_ROLE", ROLES.includes(role), ROLES.join(", "));
  const ownerUrl = given.DATABASE_URL || null;
  check(
    "DATABASE_URL",
    ownerUrl === null || /^postgres(ql)?:\/\/.+/.test(ownerUrl),
    "postgresql://user:password@host:port/database",
  );
  const dataDir = path.resolve(given.COUNTERSIGN_DATA_DIR || ".data");
  if (!ownerUrl || !given.AUTH_SECRET) mkdirSync(dataDir, { recursive: true });
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
