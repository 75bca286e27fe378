// Container health: API and pages processes answer, and a worker has a recent heartbeat.
import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const { PORT = "3000", COUNTERSIGN_ROLE: role = "all" } = process.env;
const ASKED = {
  all: ["/api/health", "/icon.svg"],
  web: ["/api/health", "/icon.svg"],
  api: ["/api/health"],
  worker: [],
};
// lib/delivery/heartbeat.ts touches it every five seconds, after the database stored the heartbeat.
const ALIVE = path.join(tmpdir(), "countersign-worker-alive");
const ALIVE_MS = 60_000;

const isWorkerAlive = () => Date.now() - statSync(ALIVE).mtimeMs < ALIVE_MS;

try {
  const answers = await Promise.all(
    (ASKED[role] ?? ASKED.all).map((path) => fetch(`http://127.0.0.1:${PORT}${path}`)),
  );
  const works = role === "all" || role === "worker" ? isWorkerAlive() : true;
  process.exit(works && answers.every(({ ok }) => ok) ? 0 : 1);
} catch {
  process.exit(1);
}
