// A streaming replica of an embedded server, for tests. The package has no pg_basebackup, so it
// copies the files.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { freePort } from "./free-port.mjs";
import { programs, serverAccount } from "./postgres.mjs";

/** Files of the running server only. */
const OWN = /^(?:postmaster\.(?:pid|opts)|pg_replslot|pg_stat_tmp|pg_subtrans|pg_notify|pg_dynshmem)$/;

/**
 * @typedef {{ port: number, start: () => void, stop: () => void, promote: () => void, urlLike:
 * (url: string) => string }} Replica `urlLike` converts a URL of the primary
 */

/**
 * Copies a running server and starts the copy as its replica.
 * @param {string} superUrl of the server
 * @param {string} folder for the copy, which the server's account can enter
 * @returns {Promise<Replica>} started
 */
export async function startReplica(superUrl, folder) {
  const account = serverAccount();
  const bin = await programs(account);
  const port = await freePort();
  const data = path.join(folder, `replica-${port}`);
  await copy(superUrl, data);
  const { hostname, port: from, username, password } = new URL(superUrl);
  const follow = `host=${hostname} port=${from} user=${username} password=${decodeURIComponent(password)}`;
  fs.appendFileSync(path.join(data, "postgresql.auto.conf"), `primary_conninfo = '${follow}'\n`);
  fs.writeFileSync(path.join(data, "standby.signal"), "");
  if (account.uid !== undefined) spawnSync("chown", ["-R", `${account.uid}:${account.gid}`, data]);
  const control = (...args) => {
    const done = spawnSync(path.join(bin, "pg_ctl"), ["-D", data, "-w", "-s", ...args], {
      ...account,
      cwd: "/",
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (done.status !== 0) throw new Error(`the replica did not ${args.at(-1)}`);
  };
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100`;
  const replica = {
    port,
    start: () => control("-l", path.join(data, "log"), "-o", options, "start"),
    stop: () => control("-m", "immediate", "stop"),
    promote: () => control("promote"),
    urlLike: (url) => Object.assign(new URL(url), { port: String(port) }).toString(),
  };
  replica.start();
  return replica;
}

async function copy(superUrl, data) {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    const from = (await client.query("show data_directory")).rows[0].data_directory;
    await client.query("select pg_backup_start('replica', true)");
    fs.mkdirSync(data, { recursive: true, mode: 0o700 });
    for (const name of fs.readdirSync(from))
      if (OWN.test(name)) {
        if (fs.statSync(path.join(from, name)).isDirectory()) fs.mkdirSync(path.join(data, name));
      } else fs.cpSync(path.join(from, name), path.join(data, name), { recursive: true });
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
    fs.writeFileSync(path.join(data, "backup_label"), rows[0].labelfile);
  } finally {
    await client.end();
  }
}
