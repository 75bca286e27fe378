import type { GatewayConfig } from "./config";

/**
 * Clients that go on waiting for as long as progress comes, by the name they give themselves. Most others give up after a minute:
 * that they ask for progress only means that they show it.
 */
const WAITING_CLIENTS: ReadonlySet<string> = new Set(["claude-code"]);
const WAITING_CLIENT_SECONDS = 900;

type Waiting = Pick<GatewayConfig, "waitSeconds" | "waitSecondsWithProgress">;

/** How long a call may keep its client waiting; what the operator set holds for every client. */
export function patienceMs(config: Waiting, agent: string | undefined, wantsProgress: boolean): number {
  if (!wantsProgress) return config.waitSeconds * 1000;
  const known = agent !== undefined && WAITING_CLIENTS.has(agent);
  return (config.waitSecondsWithProgress ?? (known ? WAITING_CLIENT_SECONDS : config.waitSeconds)) * 1000;
}
