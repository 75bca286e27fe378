import * as z from "zod";
import { digestMarkdown } from "@/lib/feedback/digest/markdown";
import { getDigest } from "@/lib/feedback/digest/queries";
import { digestQuery } from "@/lib/feedback/digest/schema";
import { digestWire, wireDigest } from "@/lib/feedback/digest/wire";
import { ok, text } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";
import { wantsJson } from "../wants-json";

const VARY = { vary: "Accept" };

const digest = apiRoute(
  "any",
  {
    summary: "What agents reported in a period and what became of it: the weekly digest.",
    query: digestQuery,
    session: true,
    answers: {
      200: {
        says: "Markdown, or JSON where that is asked for.",
        body: digestWire,
        texts: { "text/markdown": z.string() },
        headers: ["Vary"],
      },
    },
  },
  async ({ scope, query, request }) => {
    const made = await getDigest(scope, query, new Date());
    return wantsJson(query.format, request.headers.get("accept"))
      ? ok(wireDigest(made), VARY)
      : text(digestMarkdown(made), "text/markdown; charset=utf-8", VARY);
  },
);

export const feedbackDigest = resource("/api/v1/feedback/digest", { GET: digest });
