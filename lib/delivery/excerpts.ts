import { isSecretName, redactText } from "@/lib/core/text/prose";
import { redactJson, redactTarget } from "@/lib/core/text/redaction";
import type { AttemptRow, DeliveryDetail } from "./types";

/** Characters of one value on a page; the exact arguments are on the approval. */
const VALUE_MAX = 16 * 1024;

/** A callback as people may see it: what looks like a secret is left out of its address, bodies and headers. */
export function shownDelivery(delivery: DeliveryDetail): DeliveryDetail {
  return {
    ...delivery,
    url: redactTarget(delivery.url),
    body: redactJson(delivery.body, VALUE_MAX),
    lastError: delivery.lastError === null ? null : redactText(delivery.lastError),
    log: delivery.log.map(shownAttempt),
  };
}

function shownAttempt(attempt: AttemptRow): AttemptRow {
  const { responseHeaders, responseBody } = attempt;
  return {
    ...attempt,
    responseHeaders: responseHeaders && shownHeaders(responseHeaders),
    responseBody:
      responseBody && (isJson(responseBody) ? redactJson(responseBody, VALUE_MAX) : redactText(responseBody)),
  };
}

function shownHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isSecretName(name) ? `[redacted, ${value.length} characters]` : redactText(value),
    ]),
  );
}

// A cut-off answer is no JSON any more, but still most of one.
function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
