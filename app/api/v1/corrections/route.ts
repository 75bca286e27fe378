import { apiRoute, created, ok, requestKeyOf, resource } from "@/lib/api/route";
import { resolveTenant } from "@/lib/auth/credentials/bearer";
import { submitCorrection } from "@/lib/calls/corrections";
import { correctionSchema } from "@/lib/calls/schema";
import { CORRECTION_RETRY_MAY_DIFFER as RETRY_MAY_DIFFER } from "@/lib/calls/types";

const postCorrection = apiRoute("gateway", { body: correctionSchema }, async (context) => {
  const { scope, input, request, body } = context;
  const done = await submitCorrection(scope, input, {
    tenantId: await resolveTenant(scope, input.tenant),
    key: requestKeyOf(request, input.id),
    bodySha256: body.fingerprint(RETRY_MAY_DIFFER),
  });
  return done.replayed ? ok({ id: done.id }, { "idempotent-replayed": "true" }) : created({ id: done.id });
});

export const { GET, POST, PUT, PATCH, DELETE } = resource({ POST: postCorrection });
