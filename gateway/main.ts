import { parseConfig } from "./proxy/config";
import { ConfigError } from "./proxy/config-error";
import { Gateway } from "./proxy/gateway";
import { log, reason } from "./proxy/log";
import { LineTransport } from "./proxy/stdio";
import { asksForHelp, help } from "./proxy/usage";

/** Exit codes: 0 asked to stop, 1 something we depend on broke, 2 the configuration cannot work. */
async function main(): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) {
    process.stdout.write(help());
    return;
  }
  const config = parseConfig(process.argv.slice(2), process.env);
  const gateway = await Gateway.start(config);
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await gateway.close();
    process.exit(code);
  };
  process.on("SIGTERM", () => void stop(0));
  process.on("SIGINT", () => void stop(0));
  process.on("SIGHUP", () => void stop(0));
  gateway.onUpstreamLost(() => {
    log("error", "The upstream MCP server is gone; stopping.");
    void stop(1);
  });
  if (config.listen) return;
  const transport = new LineTransport(process.stdin, process.stdout);
  await gateway.serve(transport, transport.incoming, () => {
    // The agent left. What it was waiting for may still be approved, so stay until that is settled.
    if (gateway.held.openCount > 0)
      log("info", "The agent left; staying for held calls.", { open: gateway.held.openCount });
    void gateway.held.idle().then(() => stop(0));
  });
}

main().catch((error) => {
  process.stderr.write(`countersign-gateway: ${reason(error)}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
});
