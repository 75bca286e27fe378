import * as z from "zod";
import { WAIT_SECONDS_MAX } from "@/lib/approvals/types";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "@/lib/core/limits";
import { listEvents } from "@/lib/delivery/queries";
import { waitForChange } from "@/lib/live/wait";
import { apiRoute, ok } from "../route";

const eventsQuery = z.strictObject({
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
  wait: z.coerce.number().int().min(0).max(WAIT_SECONDS_MAX).default(0),
});

/** GET /api/v1/events: the callbacks' envelopes, in order, for gateways that cannot be called. */
export const getEvents = apiRoute("gateway", { query: eventsQuery }, async ({ scope, query, request }) => {
  const page = await waitForChange({
    topic: "delivery",
    id: null,
    tenants: scope.tenants,
    seconds: query.wait,
    read: () => listEvents(scope, { after: query.after, limit: query.limit }),
    done: (events) => events.data.length > 0,
    signal: request.signal,
  });
  return ok(page);
});
