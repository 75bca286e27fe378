import * as z from "zod";
import { WAIT_SECONDS_MAX } from "@/lib/approvals/types";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "@/lib/core/limits";
import { exact, pageWire } from "@/lib/core/wire";
import { FEED_READERS, feedReader } from "@/lib/delivery/feed-watch";
import { listEvents } from "@/lib/delivery/queries";
import { notePolled } from "@/lib/gateways/polling";
import { waitForChange } from "@/lib/live/wait";
import { ok } from "../answers";
import { leavingOf } from "../disconnect";
import { resource } from "../resource";
import { apiRoute } from "../route";
import { envelopeWire } from "../webhooks";

const eventsQuery = z.strictObject({
  after: z.string().max(200).optional().describe("The next_cursor of the previous page."),
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
  wait: z.coerce.number().int().min(0).max(WAIT_SECONDS_MAX).default(0),
});

const getEvents = apiRoute(
  "gateway",
  {
    summary: "The callbacks' envelopes in order, for gateways that Countersign cannot call.",
    query: eventsQuery,
    answers: { 200: { says: "A page with its cursor.", body: pageWire(exact(envelopeWire)) } },
  },
  async ({ scope, query, request }) => {
    notePolled(scope.actor);
    const page = await waitForChange({
      subject: { topic: "delivery", tenants: scope.tenants },
      watch: FEED_READERS,
      seen: feedReader({ gatewayId: scope.actor.id, tenants: scope.tenants }, query.after),
      seconds: query.wait,
      read: () => listEvents(scope, { after: query.after, limit: query.limit }),
      done: (events) => events.data.length > 0,
      signal: leavingOf(request),
    });
    return ok(page);
  },
);

export const events = resource("/api/v1/events", { GET: getEvents });
