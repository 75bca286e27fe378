import { listOffenders } from "@/lib/intake/offenders/queries";
import { listOffendersQuery } from "@/lib/intake/offenders/schema";
import { offenderPageWire, wireOffender } from "@/lib/intake/offenders/wire";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const list = apiRoute(
  "any",
  {
    summary:
      "Callers that left out their rationale, latest first. A gateway's key lists only its own callers.",
    query: listOffendersQuery,
    answers: { 200: { says: "A page.", body: offenderPageWire } },
  },
  async ({ scope, query }) => {
    const { rows, nextCursor } = await listOffenders(scope, query);
    return ok({ data: rows.map(wireOffender), next_cursor: nextCursor });
  },
);

export const offenders = resource("/api/v1/offenders", { GET: list });
