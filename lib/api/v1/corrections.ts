import { submitCorrection } from "@/lib/calls/corrections";
import { correctionSchema } from "@/lib/calls/schema";
import { correctionWire } from "@/lib/calls/wire";
import { RETRY_MAY_DIFFER } from "@/lib/intake/types";
import { stored } from "../answers";
import { identified } from "../intake";
import { resource } from "../resource";
import { apiRoute } from "../route";

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
  async (context) => {
    const request = await identified(context, RETRY_MAY_DIFFER);
    const done = await submitCorrection(context.scope, context.input, request);
    return stored(done.replayed, { id: done.id });
  },
);

export const corrections = resource("/api/v1/corrections", { POST: submit });
