import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CountersignError } from "../client/errors";
import type { DecisionEvent } from "../client/event";
import { sleep } from "../client/http";
import { verifyWebhook, WebhookError } from "../client/webhook";
import type { GatewayConfig } from "./config";
import { log, reason } from "./log";

/** Countersign sends at most 1 MiB; this leaves room for growth. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;
/** Countersign waits 10 s for the response. */
const ANSWER_WITHIN_MS = 8_000;

type CallbackOptions = NonNullable<GatewayConfig["callback"]> & {
  tenant: string;
  provider: string;
  onDecision: (event: DecisionEvent) => Promise<void>;
};

type Reply = { status: number; body: Record<string, unknown>; retryAfterSeconds?: number };

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function handle(options: CallbackOptions, request: IncomingMessage): Promise<Reply> {
  const path = new URL(request.url ?? "/", "http://gateway").pathname;
  if (path !== options.path)
    return { status: 404, body: { error: `Callbacks are received at ${options.path}.` } };
  if (request.method !== "POST") return { status: 405, body: { error: "Callbacks are POST requests." } };
  const body = await readBody(request);
  if (!body) return { status: 413, body: { error: `A callback has at most ${BODY_BYTES_MAX} bytes.` } };
  try {
    const { event } = verifyWebhook({ headers: request.headers, body, secrets: options.secrets });
    return event.type === "test.ping"
      ? { status: 200, body: { received: true } }
      : await pass(options, event);
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    log("warn", "A callback was refused.", { reason: error.reason });
    return {
      status: error.reason === "body_invalid" ? 400 : 401,
      body: { error: error.message, reason: error.reason },
    };
  }
}

async function pass(options: CallbackOptions, event: DecisionEvent): Promise<Reply> {
  const { tenant, provider, approvalId } = event.data;
  if (tenant !== options.tenant || provider !== options.provider) {
    const error = `This gateway executes ${options.provider} for ${options.tenant}, not ${provider} for ${tenant}.`;
    return { status: 404, body: { error } };
  }
  try {
    const late = sleep(ANSWER_WITHIN_MS).then(() => "late" as const);
    const won = await Promise.race([options.onDecision(event), late]);
    if (won !== "late") return { status: 200, body: { received: true } };
    return {
      status: 503,
      body: { error: "The execution could not be started in time." },
      retryAfterSeconds: 5,
    };
  } catch (error) {
    log("warn", "A decision could not be acted on.", { approvalId, reason: reason(error) });
    const again = !(error instanceof CountersignError) || error.retryable;
    return {
      status: again ? 503 : 422,
      body: { error: reason(error) },
      retryAfterSeconds: again ? 5 : undefined,
    };
  }
}

function reply(response: ServerResponse, { status, body, retryAfterSeconds }: Reply): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...(retryAfterSeconds ? { "retry-after": String(retryAfterSeconds) } : {}),
  });
  response.end(JSON.stringify(body));
}

/**
 * Receives signed decision callbacks. A 2xx means: verified, and the execution's lease is settled.
 */
export async function listenForCallbacks(
  options: CallbackOptions,
): Promise<{ port: number; server: Server }> {
  const server = createServer((request, response) => {
    handle(options, request)
      .then((answer) => reply(response, answer))
      .catch((error) => {
        log("error", "A callback failed.", { reason: reason(error) });
        reply(response, {
          status: 500,
          body: { error: "The gateway failed on this callback; see its log." },
        });
      });
  });
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new Error(`CALLBACK_LISTEN ${options.host}:${options.port}: ${error.message}`)),
    );
    server.listen(options.port, options.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, server };
}
