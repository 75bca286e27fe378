import * as z from "zod";
import { ndjsonLine } from "@/lib/core/export";
import { getListedIntent, pageOfIntents } from "@/lib/intents/list-pages";
import { intentsQuery } from "@/lib/intents/schema";
import { weeklyMarkdown } from "@/lib/intents/weekly/markdown";
import { getWeekly } from "@/lib/intents/weekly/queries";
import { weeklyQuery } from "@/lib/intents/weekly/schema";
import { weeklyLineWire, weeklyWire, wireWeekly, wireWeeklyLines } from "@/lib/intents/weekly/wire";
import { intentPageWire, wholeIntentWire, wireIntent, wireWholeIntent } from "@/lib/intents/wire";
import { ok, text } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const list = apiRoute(
  "any",
  {
    summary: "Intents, the most called first: what agents call tools for, by their own words.",
    query: intentsQuery,
    session: true,
    answers: { 200: { says: "A page.", body: intentPageWire } },
  },
  async ({ scope, query }) => {
    const { rows, nextCursor } = await pageOfIntents(scope, query);
    return ok({ data: rows.map(wireIntent), next_cursor: nextCursor });
  },
);

export const intents = resource("/api/v1/intents", { GET: list });

const one = apiRoute(
  "any",
  {
    summary: "One intent with the ways to say it, and how often it was said in each week.",
    session: true,
    answers: {
      200: {
        says: "The intent. The id of a merged or regrouped one answers with the intent that has most of its rationales now, whose `id` differs.",
        body: wholeIntentWire,
      },
    },
    refuses: ["NOT_FOUND"],
  },
  async ({ scope, params }) => ok(wireWholeIntent(await getListedIntent(scope, params.id ?? ""))),
);

export const oneIntent = resource("/api/v1/intents/{id}", { GET: one });

const VARY = { vary: "Accept" };

const TYPES = {
  markdown: "text/markdown; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
} as const;

const weekly = apiRoute(
  "any",
  {
    summary:
      "What agents were after in a week: new, vanished, growing and failing intents, and those without a fitting tool.",
    query: weeklyQuery,
    session: true,
    answers: {
      200: {
        says: "Markdown, or JSON, or one line for each intent of each part where that is asked for.",
        body: weeklyWire,
        texts: { "text/markdown": z.string(), "application/x-ndjson": weeklyLineWire },
        headers: ["Vary"],
      },
    },
  },
  async ({ scope, query, request }) => {
    const made = await getWeekly(scope, query, new Date());
    const format = query.format ?? acceptedFormat(request.headers.get("accept"));
    if (format === "json") return ok(wireWeekly(made), VARY);
    const body = format === "ndjson" ? wireWeeklyLines(made).map(ndjsonLine).join("") : weeklyMarkdown(made);
    return text(body, TYPES[format], VARY);
  },
);

/** The first supported type in the Accept header; else Markdown. */
function acceptedFormat(accept: string | null): "markdown" | "json" | "ndjson" {
  const named = /text\/markdown|application\/json|application\/x-ndjson/i.exec(accept ?? "")?.[0];
  if (named === undefined || /markdown/i.test(named)) return "markdown";
  return /ndjson/i.test(named) ? "ndjson" : "json";
}

export const weeklyIntents = resource("/api/v1/intents/weekly", { GET: weekly });
