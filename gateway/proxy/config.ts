import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Mode } from "../client/types";
import { decodeSecret } from "../client/webhook";
import { ConfigError } from "./config-error";
import { type Ratings, readRatings } from "./ratings";
import { parseTrust, type TrustConfig } from "./trust";
import { FLAGS, USAGE } from "./usage";

type Listen = { host: string; port: number };

export type GatewayConfig = {
  countersignUrl: string;
  apiKey: string;
  tenant: string;
  provider: string;
  mode: Mode;
  /** `cwd` is the command's working folder; the gateway's own by default. */
  upstream: { command: string; args: string[]; cwd?: string } | { url: string; authorization?: string };
  /** Serves MCP over Streamable HTTP here instead of stdio. */
  listen: (Listen & { token?: string }) | null;
  callback: (Listen & { path: string; secrets: string[]; url?: string }) | null;
  ratings: Ratings;
  /** Required passkey signatures by tool; null: Countersign's word is enough. */
  trust: TrustConfig | null;
  /** How agents receive known tools, and the character limit. */
  knownTools: { as: "off" | "resource" | "instructions"; budget: number };
  onBehalfOf?: string;
  /**
   * How long a held call keeps its agent waiting, without and with progress; null: as long as the
   * client is known to wait.
   */
  waitSeconds: number;
  waitSecondsWithProgress: number | null;
  progressIntervalMs: number;
  /** Seconds per long poll. */
  pollSeconds: number;
  /** The longest silence of a running tool. Paused while a server request waits for the agent. */
  upstreamTimeoutSeconds: number;
  /** Time limit of the agent's response to a server request. */
  answerTimeoutSeconds: number;
  /** Idle time after which an HTTP session ends. */
  sessionIdleSeconds: number;
  /** On start, resumes this tenant's and provider's approvals of an earlier process. */
  resume: boolean;
};

type Env = Record<string, string | undefined>;
type Flags = { values: Map<string, string>; command: string[] };

function parseFlags(argv: readonly string[]): Flags {
  const split = argv.indexOf("--");
  const own = split === -1 ? argv : argv.slice(0, split);
  const values = new Map<string, string>();
  for (let i = 0; i < own.length; i++) {
    const [flag = "", inline] = (own[i] ?? "").split(/=(.*)/s, 2);
    const variable = FLAGS[flag];
    if (!variable) throw new ConfigError(`Unknown flag ${flag}; put the upstream command after --. ${USAGE}`);
    const value = inline ?? own[++i];
    if (value === undefined) throw new ConfigError(`${flag} needs a value. ${USAGE}`);
    values.set(variable, value);
  }
  return { values, command: split === -1 ? [] : argv.slice(split + 1) };
}

function parseListen(name: string, value: string): Listen {
  const match = /^(?:(\[[0-9a-fA-F:]+\]|[^:]+):)?(\d{1,5})$/.exec(value);
  if (!match || Number(match[2]) > 65_535) {
    throw new ConfigError(`${name} must be host:port or port, for example 127.0.0.1:8787; got "${value}".`);
  }
  return { host: (match[1] ?? "127.0.0.1").replace(/^\[|\]$/g, ""), port: Number(match[2]) };
}

function parseUrl(name: string, value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw new ConfigError(
      `${name} must be an http(s) URL, for example http://localhost:3000; got "${value}".`,
    );
  }
  return value;
}

const isLoopback = (host: string) => ["127.0.0.1", "::1", "localhost"].includes(host);

/** Reads variables and flags. @throws ConfigError */
export function parseConfig(argv: readonly string[], env: Env): GatewayConfig {
  const flags = parseFlags(argv);
  const get = (name: string) => flags.values.get(name) || env[name] || undefined;
  const need = (name: string, form: string) => {
    const value = get(name);
    if (value) return value;
    throw new ConfigError(`${name} is not set; expected ${form}.`);
  };
  const seconds = (name: string, fallback: number) => {
    const value = get(name) ?? String(fallback);
    if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
    throw new ConfigError(`${name} must be a number of seconds; got "${value}".`);
  };
  const mode = get("GATEWAY_MODE") ?? "callback";
  if (mode !== "callback" && mode !== "reissue") {
    throw new ConfigError(`GATEWAY_MODE must be callback or reissue; got "${mode}".`);
  }
  const apiKey = need("COUNTERSIGN_KEY", "a gateway key, csk_…");
  if (!apiKey.startsWith("csk_"))
    throw new ConfigError("COUNTERSIGN_KEY must be a gateway key that starts with csk_.");
  const listen = parseServe(get);
  return {
    countersignUrl: parseUrl(
      "COUNTERSIGN_URL",
      need("COUNTERSIGN_URL", "Countersign's origin, e.g. http://localhost:3000"),
    ),
    apiKey,
    tenant: need("COUNTERSIGN_TENANT", "a tenant key this gateway key may use"),
    provider: need("PROVIDER", "a short name for the upstream server, e.g. filesystem"),
    mode,
    upstream: parseUpstream(flags.command, get),
    listen,
    callback: parseCallback(get),
    ratings: readRatings(get("RATINGS_FILE")),
    trust: parseTrust(get),
    knownTools: parseKnownTools(get),
    onBehalfOf: get("ON_BEHALF_OF"),
    waitSeconds: seconds("WAIT_SECONDS", 50),
    waitSecondsWithProgress:
      get("WAIT_SECONDS_WITH_PROGRESS") || get("WAIT_SECONDS")
        ? seconds("WAIT_SECONDS_WITH_PROGRESS", seconds("WAIT_SECONDS", 0))
        : null,
    progressIntervalMs: seconds("PROGRESS_SECONDS", 10) * 1000,
    pollSeconds: Math.max(1, Math.min(55, Math.floor(seconds("POLL_SECONDS", 20)))),
    upstreamTimeoutSeconds: seconds("UPSTREAM_TIMEOUT_SECONDS", 300),
    answerTimeoutSeconds: seconds("ANSWER_TIMEOUT_SECONDS", seconds("UPSTREAM_TIMEOUT_SECONDS", 300)),
    sessionIdleSeconds: seconds("SESSION_IDLE_SECONDS", 3_600),
    resume: parseSwitch("RESUME", get("RESUME"), listen !== null),
  };
}

type Get = (name: string) => string | undefined;

function parseSwitch(name: string, value: string | undefined, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  if (["on", "1", "true"].includes(value)) return true;
  if (["off", "0", "false"].includes(value)) return false;
  throw new ConfigError(`${name} must be on or off; got "${value}".`);
}

const KNOWN_TOOLS_AS = ["off", "resource", "instructions"] as const;

// Countersign's limits; the default fits a model's context for one server.
const KNOWN_BUDGET = { min: 200, max: 2_000_000, default: 4_000 };

function parseKnownTools(get: Get): GatewayConfig["knownTools"] {
  const given = get("KNOWN_TOOLS") ?? "off";
  const as = KNOWN_TOOLS_AS.find((word) => word === given);
  if (!as) throw new ConfigError(`KNOWN_TOOLS must be off, resource or instructions; got "${given}".`);
  const said = get("KNOWN_TOOLS_BUDGET") ?? String(KNOWN_BUDGET.default);
  const budget = /^\d+$/.test(said) ? Number(said) : 0;
  if (budget < KNOWN_BUDGET.min || budget > KNOWN_BUDGET.max)
    throw new ConfigError(
      `KNOWN_TOOLS_BUDGET must be characters, from ${KNOWN_BUDGET.min} to ${KNOWN_BUDGET.max}; got "${said}".`,
    );
  return { as, budget };
}

function parseUpstream(command: string[], get: Get): GatewayConfig["upstream"] {
  const url = get("UPSTREAM_URL");
  const [program, ...args] = command;
  if (url && program) throw new ConfigError("UPSTREAM_URL and a command after -- were both given; keep one.");
  const cwd = get("UPSTREAM_CWD");
  if (url && cwd) throw new ConfigError("UPSTREAM_CWD is the folder of a command; UPSTREAM_URL has none.");
  if (url) return { url: parseUrl("UPSTREAM_URL", url), authorization: get("UPSTREAM_AUTHORIZATION") };
  if (program) return { command: program, args, ...(cwd ? { cwd: parseFolder("UPSTREAM_CWD", cwd) } : {}) };
  throw new ConfigError(`No upstream: put the MCP server's command after --, or set UPSTREAM_URL. ${USAGE}`);
}

function parseFolder(name: string, value: string): string {
  const folder = resolve(value);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new ConfigError(`${name} must be a folder that exists; there is none at ${folder}.`);
}

function parseServe(get: Get): GatewayConfig["listen"] {
  const value = get("LISTEN");
  if (!value) return null;
  const listen = parseListen("LISTEN", value);
  const token = get("LISTEN_TOKEN");
  if (!isLoopback(listen.host) && !token) {
    throw new ConfigError(
      `LISTEN_TOKEN is not set; LISTEN on ${listen.host} is reachable by others and needs a bearer token.`,
    );
  }
  return { ...listen, token };
}

function parseCallback(get: Get): GatewayConfig["callback"] {
  const value = get("CALLBACK_LISTEN");
  if (!value) return null;
  const secrets = (get("CALLBACK_SECRET") ?? "").split(/[\s,]+/).filter(Boolean);
  if (secrets.length === 0) {
    throw new ConfigError(
      "CALLBACK_SECRET is not set; CALLBACK_LISTEN needs the gateway's signing secret, whsec_…",
    );
  }
  try {
    for (const secret of secrets) decodeSecret(secret);
  } catch (error) {
    throw new ConfigError(`CALLBACK_SECRET is malformed. ${(error as Error).message}`);
  }
  const path = get("CALLBACK_PATH") ?? "/hooks/countersign";
  if (!path.startsWith("/")) throw new ConfigError(`CALLBACK_PATH must start with /; got "${path}".`);
  const url = get("CALLBACK_URL");
  return {
    ...parseListen("CALLBACK_LISTEN", value),
    path,
    secrets,
    url: url && parseUrl("CALLBACK_URL", url),
  };
}
