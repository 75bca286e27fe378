// Two instances of the product behind HAProxy, started in the normal way.

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../free-port.mjs";
import { runNode } from "../run.mjs";
import { end, signal, start, until } from "./processes.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const GATEWAY = "cluster-gateway";
const INSTANCES = ["left", "right"];
const METRICS = "metrics of the cluster";

/** HAProxy's answer for an instance that is gone, fails midway or does not answer: retry. */
const AWAY = `HTTP/1.1 503 Service Unavailable\r
Retry-After: 1\r
Cache-Control: no-store\r
Connection: close\r
Content-Type: application/problem+json\r
\r
{"status":503,"code":"UNAVAILABLE","title":"No instance answers.","retryable":true}
`;

function haproxyFile({ folder, port, instances }) {
  const away = path.join(folder, "away.http");
  writeFileSync(away, AWAY);
  const servers = instances.map(({ name, port: at }) => `  server ${name} 127.0.0.1:${at} check`).join("\n");
  return `
defaults
  mode http
  timeout connect 2s
  timeout client 90s
  timeout server 90s
  timeout check 5s
  option forwardfor
  option redispatch
  retries 2
  retry-on conn-failure
  errorfile 502 ${away}
  errorfile 503 ${away}
  errorfile 504 ${away}
frontend web
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  balance leastconn
  option httpchk GET /api/ready
  http-check expect status 200
  default-server inter 500ms fall 3 rise 1
${servers}
`;
}

/**
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} database its connection variables
 * @param {{ url: string, secret: string, key: string }} gateway its callback URL, signing secret
 * and key
 */
export async function startProduct(folder, database, gateway) {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const common = {
    ...database,
    AUTH_SECRET: "a secret of the cluster that is hard to guess",
    PUBLIC_URL: url,
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "warn",
    METRICS_TOKEN: METRICS,
    DATABASE_POOL: "8",
    COUNTERSIGN_INIT_ADMIN_EMAIL: "ines@cluster.example",
    COUNTERSIGN_INIT_ADMIN_PASSWORD: "long enough for anybody",
    COUNTERSIGN_INIT_GATEWAY: GATEWAY,
    COUNTERSIGN_INIT_GATEWAY_KEY: gateway.key,
    COUNTERSIGN_INIT_GATEWAY_SECRET: gateway.secret,
    COUNTERSIGN_INIT_GATEWAY_CALLBACK_URL: gateway.url,
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme,globex",
  };
  const instances = [];
  for (const name of INSTANCES) instances.push(await instance(name, folder, common));
  const file = path.join(folder, "product.cfg");
  writeFileSync(file, haproxyFile({ folder, port, instances }));
  for (const one of instances) {
    one.start();
    await one.isReady();
  }
  start("haproxy-product", "haproxy", ["-db", "-f", file], { folder });
  await until("the product behind HAProxy", async () => (await fetch(`${url}/api/ready`)).ok);
  const cli = await runNode(
    ["scripts/cli.mjs", "token", "create", "--email", "ines@cluster.example", "--json"],
    { env: { ...process.env, ...common } },
  );
  if (!cli.ok) throw new Error(cli.output);
  const { token } = JSON.parse(cli.stdout.trim().split("\n").at(-1));
  return { url, token, instances };
}

async function instance(name, folder, common) {
  const port = await freePort();
  const env = { ...common, PORT: String(port), COUNTERSIGN_DATA_DIR: path.join(folder, name) };
  const ready = `http://127.0.0.1:${port}/api/ready`;
  const one = {
    name,
    port,
    program: undefined,
    start: () => {
      one.program = start(name, process.execPath, ["scripts/start.mjs"], { folder, env, cwd: ROOT });
    },
    isReady: () => until(`the instance ${name}`, async () => (await fetch(ready)).ok, 120),
    figure: async (figure) => {
      const headers = { authorization: `Bearer ${METRICS}` };
      const text = await (await fetch(`http://127.0.0.1:${port}/api/metrics`, { headers })).text();
      const line = text.split("\n").find((one) => one.startsWith(`${figure} `));
      return Number(line?.slice(figure.length + 1));
    },
    /**
     * It takes requests, and its worker runs next to the other's. Without any worker no instance is
     * ready.
     */
    isWhole: () =>
      until(
        `all of the instance ${name}`,
        async () => (await one.figure("countersign_workers")) === INSTANCES.length,
        120,
      ),
    kill: async () => {
      signal(one.program, "SIGKILL");
      await one.program.ended;
    },
    stop: () => end(one.program),
  };
  return one;
}
