// Three Postgres servers under Patroni with etcd. HAProxy finds the primary, PgBouncer pools
// transactions.

import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../free-port.mjs";
import { serverAccount, signal, start, until } from "./processes.mjs";

const NODES = ["one", "two", "three"];
const SUPER = "cluster-super";
const OWNER = "cluster-owner";
const SCOPE = "countersign";

/** The newest Debian server version installed. */
export function serverPrograms() {
  return ["18", "17", "16", "15"]
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(path.join(folder, "postgres")));
}

// The minimum that Patroni accepts.
// https://patroni.readthedocs.io/en/latest/dynamic_configuration.html
const AGREED = `
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    primary_start_timeout: 0
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 60
        shared_buffers: 32MB
        hot_standby_feedback: "on"
        wal_log_hints: "on"
        wal_receiver_status_interval: 1`;

function patroniFile({ name, folder, restPort, port, etcdPort }) {
  const data = path.join(folder, `data-${name}`);
  const login = (user, password) => `{username: ${user}, password: ${password}}`;
  return `
scope: ${SCOPE}
name: ${name}
restapi: {listen: "127.0.0.1:${restPort}", connect_address: "127.0.0.1:${restPort}"}
etcd3: {host: "127.0.0.1:${etcdPort}"}
bootstrap:
  dcs:${AGREED}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, {auth: scram-sha-256}]
  pg_hba:
  - host all all 127.0.0.1/32 scram-sha-256
  - host replication all 127.0.0.1/32 scram-sha-256
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  data_dir: ${data}
  bin_dir: ${serverPrograms()}
  pgpass: ${path.join(folder, `pgpass-${name}`)}
  parameters: {unix_socket_directories: ""}
  authentication:
    superuser: ${login("postgres", SUPER)}
    replication: ${login("replicator", "cluster-replication")}
    rewind: ${login("rewinder", "cluster-rewind")}
`;
}

/** TCP to the primary and to the replicas, by Patroni's health checks. */
function haproxyFile({ nodes, primaryPort, replicaPort }) {
  const servers = nodes
    .map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`)
    .join("\n");
  const part = (name, port, asked) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk OPTIONS ${asked}
  http-check expect status 200
  default-server inter 500ms fall 3 rise 1 on-marked-down shutdown-sessions
${servers}
`;
  return `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 5s
${part("primary", primaryPort, "/primary")}${part("replicas", replicaPort, "/replica?lag=16MB")}`;
}

function pgbouncerFile({ folder, primaryPort, poolPort }) {
  return `
[databases]
* = host=127.0.0.1 port=${primaryPort} auth_user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(folder, "users.txt")}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = transaction
max_client_conn = 200
default_pool_size = 15
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 8
`;
}

/**
 * Starts all servers and creates the database.
 * @param {string} folder that the servers' account can enter
 */
export async function startDatabase(folder) {
  const account = serverAccount();
  const own = (name, text) => {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (account.uid !== undefined) chownSync(file, account.uid, account.gid);
    return file;
  };
  mkdirSync(folder, { recursive: true });
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const options = { folder, account };
  const etcdPort = await startEtcd(options);
  const nodes = [];
  for (const name of NODES) {
    const node = { name, folder, etcdPort, port: await freePort(), restPort: await freePort() };
    node.file = own(`${name}.yml`, patroniFile(node));
    node.start = () => {
      node.program = start(`patroni-${name}`, "patroni", [node.file], options);
    };
    nodes.push(node);
  }
  const [primaryPort, replicaPort, poolPort] = [await freePort(), await freePort(), await freePort()];
  const balancer = own("database.cfg", haproxyFile({ nodes, primaryPort, replicaPort }));
  own("users.txt", `"postgres" "${SUPER}"\n`);
  const pool = own("pgbouncer.ini", pgbouncerFile({ folder, primaryPort, poolPort }));
  for (const node of nodes) node.start();
  const url = (user, password, port, database) =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const superUrl = url("postgres", SUPER, primaryPort, "postgres");
  const cluster = new Cluster(nodes, folder, (statement) => ask(superUrl, statement));
  await until("a primary and two replicas", () => cluster.isWhole(), 120);
  start("haproxy-database", "haproxy", ["-db", "-f", balancer], options);
  start("pgbouncer", "pgbouncer", [pool], options);
  await until("the way to the primary", () => ask(superUrl, "select 1"));
  for (const statement of MADE) await until("the database", () => made(superUrl, statement));
  return {
    cluster,
    /** As the superuser, on the current primary. */
    ask: (statement) => ask(url("postgres", SUPER, primaryPort, "countersign"), statement),
    environment: {
      DATABASE_URL: url("countersign_owner", OWNER, poolPort, "countersign"),
      DATABASE_DIRECT_URL: url("countersign_owner", OWNER, primaryPort, "countersign"),
      DATABASE_REPLICA_URL: url("countersign_owner", OWNER, replicaPort, "countersign"),
    },
  };
}

const MADE = [
  `create role countersign_owner login createrole password '${OWNER}'`,
  "create database countersign owner countersign_owner",
];
const THERE = new Set(["42710", "42P04"]);

/** Also succeeds if an earlier try was stored and its answer lost. */
const made = (url, statement) =>
  ask(url, statement).then(
    () => true,
    (error) => THERE.has(error.code),
  );

async function startEtcd({ folder, account }) {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const args = ["--name", "one", "--data-dir", path.join(folder, "etcd"), "--log-level", "warn"];
  args.push("--listen-client-urls", client, "--advertise-client-urls", client);
  args.push("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer);
  args.push("--initial-cluster", `one=${peer}`);
  start("etcd", "etcd", args, { folder, account });
  await until("etcd", async () => (await fetch(`${client}/health`)).ok);
  return port;
}

/** A new connection for each statement. */
async function ask(connectionString, statement) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

class Cluster {
  /** @param {(statement: string) => Promise<object[]>} onPrimary queries the current primary */
  constructor(nodes, folder, onPrimary) {
    this.nodes = nodes;
    this.folder = folder;
    this.ask = onPrimary;
  }

  /** Patroni's view of each node: role, state, and whether it is the synchronous standby. */
  async members() {
    for (const { restPort } of this.nodes)
      try {
        const { members } = await (await fetch(`http://127.0.0.1:${restPort}/cluster`)).json();
        return members;
      } catch {
        // This one is down; ask the next.
      }
    return [];
  }

  async isWhole() {
    const members = await this.members();
    const fine = members.filter(({ state }) => state === "running" || state === "streaming");
    return fine.length === NODES.length && members.some(({ role }) => role === "sync_standby");
  }

  /** The writable server, from its own answer. */
  async primary() {
    const [{ port }] = await this.ask("select inet_server_port() as port");
    return this.nodes.find((node) => node.port === port);
  }

  /** Whether all nodes are healthy under another primary. */
  async isWholeWithout(former) {
    return (await this.isWhole()) && (await this.primary()).name !== former.name;
  }

  /** Switches over to the synchronous standby, like an operator. */
  async failover() {
    const to = (await this.members()).find(({ role }) => role === "sync_standby");
    if (!to) throw new Error("there is no synchronous standby");
    const former = await this.primary();
    const args = ["-c", this.nodes[0].file, "failover", SCOPE, "--candidate", to.name, "--force"];
    const env = { ...process.env, LC_ALL: "C.UTF-8", LANG: "C.UTF-8" };
    await promisify(execFile)("patronictl", args, { env });
    return former;
  }

  /** Simulates a power cut of the primary: kills Patroni and Postgres at the same moment. */
  async powerCut() {
    const node = await this.primary();
    const [postmaster] = readFileSync(
      path.join(this.folder, `data-${node.name}`, "postmaster.pid"),
      "utf8",
    ).split("\n");
    signal(node.program, "SIGKILL");
    process.kill(Number(postmaster), "SIGKILL");
    return node;
  }
}
