import { version } from "../package.json";
import { offeredIn } from "./proxy/agent-link";
import { parseConfig } from "./proxy/config";
import { ConfigError } from "./proxy/config-error";
import { Gateway } from "./proxy/gateway";
import { log, reason } from "./proxy/log";
import { LineTransport, readFromAgent } from "./proxy/stdio";
import { asksForHelp, help } from "./proxy/usage";

/** Exit codes: 0 stopped on request, 1 a dependency failed, 2 invalid configuration. */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args[0] === "--version" || asksForHelp(args)) {
    process.stdout.write(args[0] === "--version" ? `${version}\n` : help());
    return;
  }
  const config = parseConfig(args, process.env);
  const agent = config.listen ? null : new LineTransport(process.stdin, process.stdout, readFromAgent);
  let gateway: Gateway | undefined;
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await gateway?.close();
    process.exit(code);
  };
  process.on("SIGTERM", () => void stop(0));
  process.on("SIGINT", () => void stop(0));
  process.on("SIGHUP", () => void stop(0));
  gateway = await Gateway.start(config, agent && offers(agent));
  gateway.onUpstreamLost(() => {
    log("error", "The upstream MCP server is gone; stopping.");
    void stop(1);
  });
  if (!agent) return;
  const { held } = gateway;
  await gateway.serve(agent, agent.incoming, () => {
    // The agent left. Its held calls may still be approved, so the gateway stays until they are
    // settled.
    if (held.openCount > 0) log("info", "The agent left; staying for held calls.", { open: held.openCount });
    void held.idle().then(() => stop(0));
  });
}

/**
 * What the agent offers the server. A person who starts the gateway in a terminal offers nothing
 * and sees at once whether it starts.
 */
async function offers(agent: LineTransport) {
  return offeredIn(process.stdin.isTTY ? null : await agent.first());
}

main().catch((error) => {
  process.stderr.write(`countersign-gateway: ${reason(error)}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
});
