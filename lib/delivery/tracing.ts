import { startSpan } from "@/lib/core/traces";
import type { LeasedDelivery } from "./channels/types";
import type { SendResult } from "./post";

/**
 * Sends a delivery with the `traceparent` of this attempt's span. While traces are off, uses the
 * gateway's original one.
 * @param name of the span
 */
export async function traced(
  name: string,
  { id, url, eventId, attempts, traceParent }: LeasedDelivery,
  send: (traceParent: string | null) => Promise<SendResult>,
): Promise<SendResult> {
  const span = startSpan("client", name, traceParent);
  const result = await send(span?.traceParent ?? traceParent);
  const { status, error } = result;
  const failed = status === null ? "no_answer" : status >= 400 || error !== null ? String(status) : undefined;
  span?.end(
    {
      "http.request.method": "POST",
      "http.request.resend_count": attempts - 1,
      ...(status === null ? {} : { "http.response.status_code": status }),
      ...serverOf(url),
      "countersign.delivery_id": id,
      "countersign.event_id": eventId,
    },
    failed === undefined ? {} : { failed },
  );
  return result;
}

/** Paths and queries of callback URLs may hold secrets. */
function serverOf(url: string): Record<string, string | number> {
  if (!URL.canParse(url)) return {};
  const { hostname, port, protocol } = new URL(url);
  return { "server.address": hostname, "server.port": Number(port || (protocol === "https:" ? 443 : 80)) };
}
