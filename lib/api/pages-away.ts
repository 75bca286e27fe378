import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "@/lib/core/errors";
import { logContext } from "@/lib/core/log";
import { problemParts } from "./problem";

// Answers in place of pages while the pages process starts.

const RETRY_SECONDS = 2;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 30rem; margin: 0 auto; padding: 3.5rem 1.5rem }
h1 { font-size: 1.25rem; font-weight: 600; margin: 0 }`;
const STYLE_SHA256 = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_SHA256}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>Countersign is starting</title>
<style>${STYLE}</style>
</head>
<body>
<main role="alert">
<h1>Countersign is starting</h1>
<p>The pages open in a moment. This page retries every few seconds. Gateways get answers in the meantime.</p>
</main>
</body>
</html>
`;

const READS = new Set(["GET", "HEAD"]);

/**
 * Reports that the pages process is unavailable: HTML that retries for people, a problem document
 * for others.
 * @param nothingDone the request was not passed on
 */
export function sayAway(request: IncomingMessage, response: ServerResponse, nothingDone: boolean): void {
  const reads = READS.has(request.method ?? "");
  // The rest of the body is not read.
  const common = { "cache-control": "no-store", connection: "close" };
  if (reads && request.headers.accept?.includes("text/html")) {
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "retry-after": String(RETRY_SECONDS),
    };
    send(response, { status: 503, headers: { ...common, ...headers }, text: PAGE });
    return;
  }
  const { request_id: requestId = "" } = logContext();
  send(response, problemParts(awayError(nothingDone || reads), requestId, common));
}

function awayError(nothingDone: boolean): DomainError {
  const message = nothingDone
    ? "The process that serves the pages is starting. Nothing was done; try again in a moment."
    : "The process that serves the pages ended before it answered. What you asked for may or may not be done; look before you send it again.";
  return new DomainError("UNAVAILABLE", message, { retryable: nothingDone, retryAfter: RETRY_SECONDS });
}

type Parts = { status: number; headers: Record<string, string>; text: string };

function send(response: ServerResponse, { status, headers, text }: Parts): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status).end(text);
}
