import "server-only";
import { createServer, type Server } from "node:http";
import { env } from "./env";
import { log } from "./log";
import { mayReadMetrics, metrics, metricsOfProcess } from "./metrics";

/**
 * Serves `/api/metrics` at HOST and METRICS_PORT with METRICS_TOKEN, for a process without other
 * requests. Only logs a port that cannot be used. Null without METRICS_PORT.
 */
export function serveMetrics(): Server | null {
  const { METRICS_PORT, HOST } = env();
  if (METRICS_PORT === undefined) return null;
  const server = createServer(async ({ url, method, headers }, response) => {
    if (url !== "/api/metrics" || method !== "GET") return response.writeHead(404).end();
    if (!mayReadMetrics(headers.authorization))
      return response.writeHead(401, { "www-authenticate": 'Bearer realm="countersign"' }).end();
    try {
      const text = await metricsOfProcess();
      return response.writeHead(200, { "content-type": metrics.registry.contentType }).end(text);
    } catch (error) {
      log().error({ err: error }, "metrics could not be read");
      return response.writeHead(500).end();
    }
  });
  server.on("error", (error) => log().error({ err: error, port: METRICS_PORT }, "metrics are not served"));
  return server.listen(METRICS_PORT, HOST);
}
