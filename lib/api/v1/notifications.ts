import { whyLink } from "@/lib/notifications/links";
import { listNotifications } from "@/lib/notifications/queries";
import { notificationsQuery } from "@/lib/notifications/schema";
import { notificationPageWire, wireNotification } from "@/lib/notifications/wire";
import { assertMayAdminister } from "@/lib/tenants/rules";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const list = apiRoute(
  "person",
  {
    summary:
      "What was sent to people by e-mail, Slack, push and webhook in the last 90 days, newest first, and why something was not.",
    query: notificationsQuery,
    answers: { 200: { says: "A page.", body: notificationPageWire } },
  },
  async ({ scope, query: { limit, ...filter } }) => {
    // The page shows others their own; a program that asks for all shall know that it does not get them.
    if (filter.view === "all") assertMayAdminister(scope, "read notifications to others");
    const { rows, nextCursor } = await listNotifications(scope, filter, limit);
    return ok({ data: rows.map((row) => wireNotification(row, whyLink(row.id))), next_cursor: nextCursor });
  },
);

export const notifications = resource("/api/v1/notifications", { GET: list });
