import * as z from "zod";
import { expiredMarkdown } from "@/lib/notifications/expired/markdown";
import { getExpired } from "@/lib/notifications/expired/queries";
import { expiredQuery } from "@/lib/notifications/expired/schema";
import { expiredWire, wireExpired } from "@/lib/notifications/expired/wire";
import { ok, text } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";
import { wantsJson } from "../wants-json";

const VARY = { vary: "Accept" };

const getCalls = apiRoute(
  "person",
  {
    summary:
      "Calls that expired undecided in a period, why no one decided them, and what would have prevented it.",
    query: expiredQuery,
    session: true,
    answers: {
      200: {
        says: "Markdown, or JSON where that is asked for.",
        body: expiredWire,
        texts: { "text/markdown": z.string() },
        headers: ["Vary"],
      },
    },
  },
  async ({ scope, query, request }) => {
    const report = await getExpired(scope, query, new Date());
    return wantsJson(query.format, request.headers.get("accept"))
      ? ok(wireExpired(report), VARY)
      : text(expiredMarkdown(report), "text/markdown; charset=utf-8", VARY);
  },
);

export const expiredCalls = resource("/api/v1/approvals/expired", { GET: getCalls });
