import { isSecretName, redactText } from "@/lib/core/text/prose";
import { redactJson, redactTarget } from "@/lib/core/text/redaction";
import type { AttemptRow, DeliveryDetail } from "./types";

/** Characters of a value on a page; the approval has the exact arguments. */
const VALUE_MAX = 16 * 1024;

/** A callback for display, with URL, bodies and headers redacted. */
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

// A cut answer is not valid JSON, but mostly JSON.
function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
