import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyWebhook, WebhookError } from "@/gateway/client/webhook";
import { read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { getGatewayByName } from "@/lib/gateways/queries";
import { loadSigningSecrets } from "@/lib/gateways/signing-secrets";
import { needed, readFlags, wholeNumber } from "../input";
import type { Verb } from "../verb";

const scope = systemScope("command line");
const PORT = 4500;
const BODY_BYTES_MAX = 2 * 1024 * 1024; // callbacks are at most 1 MiB

// The answer of a gateway that runs the call at once. Without it the call would need attention as
// unreported.
const RUN = {
  execution: {
    state: "succeeded",
    result: { note: "Nothing was run: this receiver only tries out the loop." },
  },
};

/** A test receiver: verifies, prints and acknowledges each callback. */
export const receive: Verb = {
  usage: "receive --gateway N [--port 4500] [--report-runs]",
  async run(args) {
    const { values } = readFlags(args, { gateway: "text", port: "text", "report-runs": "switch" });
    const gateway = await getGatewayByName(scope, needed(values.gateway, "gateway", "my-gateway"));
    const server = createServer(async (request, response) => {
      const { status, line, approved } = await answer(gateway.id, request);
      console.log(line);
      if (approved && values["report-runs"]) {
        console.log("reported as run; nothing was run");
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(RUN));
      } else response.writeHead(status).end();
    });
    await new Promise<void>((resolve, reject) => {
      server.on("error", reject);
      server.listen(wholeNumber(values.port, "port") ?? PORT, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    console.log(`Receives the callbacks of ${gateway.name} at http://127.0.0.1:${port}/… Ctrl C ends it.`);
    await new Promise((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
    });
    server.closeAllConnections();
    server.close();
    return { json: { ended: true }, lines: ["The receiver has ended."] };
  },
};

async function answer(
  gatewayId: string,
  request: IncomingMessage,
): Promise<{ status: number; line: string; approved?: boolean }> {
  const at = new Date().toISOString();
  try {
    // Loaded each time, so that a rotated secret applies at once.
    const secrets = await read(scope, (tx) => loadSigningSecrets(tx, gatewayId));
    const body = await bodyOf(request);
    const { id, event } = verifyWebhook({ headers: request.headers, body, secrets });
    return {
      status: 204,
      approved: event.type === "approval.approved",
      line: `${at} signature valid, ${event.type}, webhook-id ${id}\n${indented(body.toString())}`,
    };
  } catch (error) {
    if (!(error instanceof WebhookError)) return { status: 500, line: `${at} failed: ${String(error)}` };
    return { status: error.reason === "body_invalid" ? 400 : 401, line: `${at} refused: ${error.message}` };
  }
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indented JSON text with names, digits and escapes unchanged. */
export function indented(json: string): string {
  const tokens = json.match(TOKENS) ?? [];
  let depth = 0;
  let text = "";
  for (const [index, token] of tokens.entries()) {
    const line = () => `\n${"  ".repeat(depth)}`;
    const before = tokens[index - 1] ?? "";
    const opened = before === "{" || before === "[";
    if (token === "}" || token === "]") {
      depth -= 1;
      text += opened ? token : line() + token;
    } else {
      text += opened || before === "," ? line() + token : token;
      if (token === "{" || token === "[") depth += 1;
      if (token === ":") text += " ";
    }
  }
  return text;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new WebhookError("body_invalid", "The body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
