import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { listReceiptKeys } from "@/lib/approvals/receipt-keys/queries";
import { readMailServer } from "@/lib/channels/email/server";
import { checkMailServer } from "@/lib/channels/email/smtp";
import { checkSlack } from "@/lib/channels/slack/check";
import { hidesClients } from "@/lib/core/client-network";
import { read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { systemScope } from "@/lib/core/scope";
import { versionText } from "@/lib/core/version";
import { WORKER_FRESH_SECONDS } from "@/lib/delivery/heartbeat";
import { type Check, checkBackups } from "../backup-checks";
import { readFlags } from "../input";
import type { Outcome, Verb } from "../verb";

const OLDEST_SERVER = 150_000;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "::1", "[::1]"]);

const scope = systemScope("doctor");

export const doctor: Verb = {
  usage: "doctor",
  async run(args) {
    readFlags(args, {});
    const release = { name: "version", ok: true, detail: versionText() };
    const configuration = checkConfiguration();
    if (!configuration.ok) return report([release, configuration]);
    const database = await checkDatabase();
    const channels = await checkChannels(database);
    return report([release, configuration, checkPublicUrl(), checkProxies(), ...database, ...channels]);
  },
};

function checkConfiguration(): Check {
  try {
    env();
    return { name: "configuration", ok: true, detail: "every variable has the expected form" };
  } catch (error) {
    return { name: "configuration", ok: false, detail: messageOf(error) };
  }
}

/** Whether Slack accepts the secrets in force. The stored ones are in the database. */
async function checkChannels(database: readonly Check[]): Promise<Check[]> {
  if (!database.every(({ name, ok }) => ok || name !== "database")) return [];
  const slack = await checkSlack();
  return slack.map(({ name, ...check }) => ({ name: `Slack, ${name}`, ...check }));
}

/** Whether people on other machines can use the URL of links and cookies. */
function checkPublicUrl(): Check {
  const { PUBLIC_URL, HOST } = env();
  const url = new URL(PUBLIC_URL);
  const [local, listensLocally] = [LOOPBACK.has(url.hostname), LOOPBACK.has(HOST)];
  const name = "PUBLIC_URL";
  if (local && !listensLocally) {
    return {
      name,
      ok: false,
      detail: `${PUBLIC_URL} only works on this machine, but HOST=${HOST} listens for others: set it to the address people open`,
    };
  }
  if (!local && url.protocol === "http:") {
    return { name, ok: false, detail: `${PUBLIC_URL} is not https: cookies would travel in the clear` };
  }
  return { name, ok: true, detail: PUBLIC_URL };
}

/** Whether clients can be distinguished, for limits on sign-in and unknown keys. */
function checkProxies(): Check {
  const name = "TRUSTED_PROXIES";
  const { PUBLIC_URL, trustedProxies } = env();
  if (hidesClients(env())) {
    return {
      name,
      ok: false,
      detail: `empty, but ${PUBLIC_URL} is served through a proxy: everybody counts as one client, whose wrong passwords and keys slow down all others; set it to the proxy's address`,
    };
  }
  const none = "none: the address of a connection is the client's";
  return { name, ok: true, detail: trustedProxies.length > 0 ? trustedProxies.join(", ") : none };
}

type Facts = {
  version: number;
  versionText: string;
  role: string;
  superuser: boolean;
  bypassesRls: boolean;
  owned: number;
  unguarded: string[];
  applied: number;
  workers: number;
  people: number;
};

async function checkDatabase(): Promise<Check[]> {
  try {
    const facts = await loadFacts();
    return [
      { name: "database", ok: true, detail: "reachable" },
      checkVersion(facts),
      checkRole(facts),
      checkRowSecurity(facts),
      checkMigrations(facts),
      checkWorker(facts),
      checkPeople(facts),
      await checkReceiptKey(),
      ...(await checkMail()),
      ...(await checkBackups(scope)),
    ];
  } catch (error) {
    return [{ name: "database", ok: false, detail: `cannot be asked: ${messageOf(error)}` }];
  }
}

async function loadFacts(): Promise<Facts> {
  const [facts] = await read(
    scope,
    (tx) => tx.$queryRaw<Facts[]>`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
             r.rolname::text as role, r.rolsuper as superuser, r.rolbypassrls as "bypassesRls",
             (select count(*) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
              and pg_has_role(r.oid, c.relowner, 'member'))::int as owned,
             (select coalesce(array_agg(c.relname::text order by c.relname), '{}') from pg_class c
              where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
                and (c.relname = 'tenants' or exists (select 1 from pg_attribute a
                     where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
                and not (c.relrowsecurity and c.relforcerowsecurity)) as unguarded,
             (select applied_migrations())::int as applied,
             (select count(*) from worker_heartbeats
              where last_seen_at > clock_timestamp() - make_interval(secs => ${WORKER_FRESH_SECONDS}::int))::int as workers,
             (select count(*) from users where disabled_at is null)::int as people
      from pg_roles r where r.rolname = current_user`,
  );
  if (!facts) throw new Error("the database does not know the role it was asked by");
  return facts;
}

function checkVersion({ version, versionText }: Facts): Check {
  const ok = version >= OLDEST_SERVER;
  return { name: "version", ok, detail: `Postgres ${versionText}${ok ? "" : ": 15 or newer is needed"}` };
}

function checkRole({ role, superuser, bypassesRls, owned }: Facts): Check {
  const wrong = [
    superuser && "is a superuser",
    bypassesRls && "bypasses row-level security",
    owned > 0 && `owns ${owned} tables`,
  ].filter((text) => typeof text === "string");
  const detail =
    wrong.length === 0
      ? `${role} has only the rights it needs`
      : `${role} ${wrong.join(" and ")}: the product must connect as a role without these rights`;
  return { name: "role", ok: wrong.length === 0, detail };
}

function checkRowSecurity({ unguarded }: Facts): Check {
  const ok = unguarded.length === 0;
  const detail = ok
    ? "forced on every table that holds tenants' rows"
    : `not forced on ${unguarded.join(", ")}: apply the migrations again with \`npm start\``;
  return { name: "row-level security", ok, detail };
}

function checkMigrations({ applied }: Facts): Check {
  const folder = path.join(process.cwd(), "prisma", "migrations");
  const known = existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).length
    : applied;
  const pending = known - applied;
  const detail =
    pending > 0
      ? `${pending} not applied: \`npm start\` applies them`
      : pending < 0
        ? `${applied} applied, but this version has ${known}: the database is newer, start the newer version again`
        : `${applied} applied`;
  return { name: "migrations", ok: pending === 0, detail };
}

function checkWorker({ workers }: Facts): Check {
  const none = `none reported in the last ${WORKER_FRESH_SECONDS} s, so nothing is delivered: \`npm start\` runs one, or COUNTERSIGN_ROLE=worker`;
  return { name: "worker", ok: workers > 0, detail: workers > 0 ? `${workers} running` : none };
}

function checkPeople({ people }: Facts): Check {
  const none = `no account can sign in yet: \`${env().COUNTERSIGN_COMMAND} setup-link\``;
  return { name: "people", ok: people > 0, detail: people > 0 ? `${people} can sign in` : none };
}

/** Whether this environment signs with the key that the running product recorded last. */
async function checkReceiptKey(): Promise<Check> {
  const name = "receipt key";
  const [current, ...earlier] = await listReceiptKeys();
  const source = env().COUNTERSIGN_RECEIPT_KEY === undefined ? "AUTH_SECRET" : "COUNTERSIGN_RECEIPT_KEY";
  const kept = earlier.length === 0 ? "" : `; ${earlier.length} earlier keys stay published`;
  const newest = earlier[0];
  if (current?.addedAt || !newest) return { name, ok: true, detail: `${current?.id} from ${source}${kept}` };
  return {
    name,
    ok: false,
    detail: `${current?.id} from ${source} never signed here, where ${newest.id} did: give this command the same ${source} as npm start, unless you have just changed it`,
  };
}

/** Whether the mail server takes our connection and password; no mail is sent. Nothing where none is set up. */
async function checkMail(): Promise<Check[]> {
  const name = "e-mail";
  const inForce = await readMailServer();
  if (inForce.kind === "unset") return [];
  if (inForce.kind === "unreadable") {
    const detail = "stored under another AUTH_SECRET: store the mail server again, or start with that secret";
    return [{ name, ok: false, detail }];
  }
  const problem = await checkMailServer(inForce, { allow: env().callbackAllowCidrs });
  if (problem) return [{ name, ok: false, detail: problem.words }];
  const { host, port, user } = inForce.server;
  const source = inForce.source === "environment" ? "SMTP_URL" : "stored";
  return [
    {
      name,
      ok: true,
      detail: `${host}:${port} (${source}) takes ${user === null ? "connections" : "the password"}`,
    },
  ];
}

function report(checks: Check[]): Outcome {
  const ok = checks.every((check) => check.ok);
  return {
    json: { ok, checks },
    lines: checks.map((check) => `${check.ok ? "ok  " : "FAIL"} ${check.name}: ${check.detail}`),
    code: ok ? 0 : 1,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.trim().split("\n").at(-1) ?? "") : String(error);
}
