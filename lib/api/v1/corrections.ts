import { resolveTenant } from "@/lib/auth/credentials/bearer";
import { submitCorrection } from "@/lib/calls/corrections";
import { correctionSchema } from "@/lib/calls/schema";
import { CORRECTION_RETRY_MAY_DIFFER as RETRY_MAY_DIFFER } from "@/lib/calls/types";
import { correctionWire } from "@/lib/calls/wire";
import { stored } from "../answers";
import { resource } from "../resource";
import { apiRoute, requestKeyOf } from "../route";

const submit = apiRoute(
  "gateway",
  {
    summary: "A user's own words that an output was wrong.",
    body: correctionSchema,
    idempotent: true,
    answers: {
      201: { says: "It is stored.", body: correctionWire },
      200: {
        says: "An equal request came before.",
        body: correctionWire,
        headers: ["Idempotent-Replayed"],
      },
    },
  },
  async ({ scope, input, request, body }) => {
    const done = await submitCorrection(scope, input, {
      tenantId: await resolveTenant(scope, input.tenant),
      key: requestKeyOf(request, input.id),
      bodySha256: body.fingerprint(RETRY_MAY_DIFFER),
    });
    return stored(done.replayed, { id: done.id });
  },
);

export const corrections = resource("/api/v1/corrections", { POST: submit });
