import { apiRoute, created, ok, requestKeyOf, resource } from "@/lib/api/route";
import { resolveTenant } from "@/lib/auth/bearer";
import { submitCorrection } from "@/lib/calls/correction/commands";
import { correctionSchema, RETRY_MAY_DIFFER } from "@/lib/calls/correction/schema";

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
