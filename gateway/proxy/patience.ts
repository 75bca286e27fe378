import type { GatewayConfig } from "./config";

/**
 * Clients that extend their timeout on progress, by name. Most others stop after a minute: asking
 * for progress only means that they display it.
 */
const WAITING_CLIENTS: ReadonlySet<string> = new Set(["claude-code"]);
const WAITING_CLIENT_SECONDS = 900;

type Waiting = Pick<GatewayConfig, "waitSeconds" | "waitSecondsWithProgress">;

/** How long a call may keep its client waiting; the operator's setting applies to every client. */
export function patienceMs(config: Waiting, agent: string | undefined, wantsProgress: boolean): number {
  if (!wantsProgress) return config.waitSeconds * 1000;
  const known = agent !== undefined && WAITING_CLIENTS.has(agent);
  return (config.waitSecondsWithProgress ?? (known ? WAITING_CLIENT_SECONDS : config.waitSeconds)) * 1000;
}
