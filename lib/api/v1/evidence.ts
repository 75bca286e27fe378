import { getEvidence } from "@/lib/approvals/evidence/queries";
import { evidenceWire } from "@/lib/approvals/evidence/wire";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const download = apiRoute(
  "person",
  {
    summary: "One approval as an evidence file: the call, votes, receipts, and its rows of the activity log.",
    session: true,
    answers: {
      200: { says: "The file.", body: evidenceWire, headers: ["Content-Disposition"] },
    },
    refuses: ["NOT_FOUND"],
  },
  async ({ scope, params }) => {
    const file = await getEvidence(scope, params.id ?? "");
    const name = `evidence-${file.call.id}-${file.made_at.slice(0, 10)}.json`;
    return ok(file, { "content-disposition": `attachment; filename="${name}"` });
  },
);

export const evidence = resource("/api/v1/approvals/{id}/evidence", { GET: download });
