import { BATCH_BYTES_MAX, BATCH_JSON_LIMITS, readJsonBody } from "@/lib/api/body";
import { apiRoute, ok, resource } from "@/lib/api/route";
import { validate } from "@/lib/api/validate";
import { DomainError } from "@/lib/core/errors";
import { JsonError, type JsonNode } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { registerTools } from "@/lib/tools/registration";
import { putToolsSchema } from "@/lib/tools/schema";
import { PUT_TOOLS_RAW, type RegisteredTool } from "@/lib/tools/types";

const putTools = apiRoute("gateway", {}, async ({ scope, request }) => {
  const { text, node } = await readJsonBody(request, BATCH_BYTES_MAX, BATCH_JSON_LIMITS);
  const input = validate(putToolsSchema, plainTools(text, node));
  return ok({ tools: (await registerTools(scope, input)).map(toWire) });
});

/** The list may hold more values than one object; each of its schemas is one object. */
function plainTools(text: string, node: JsonNode): unknown {
  try {
    return toPlain(text, node, PUT_TOOLS_RAW);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { code, message } = error;
    throw new DomainError("MALFORMED_JSON", `A tool's schema was refused: ${message}. Nothing was stored.`, {
      errors: [{ pointer: "/tools", code, message }],
    });
  }
}

function toWire({ requiresConfirmation, id, ...tool }: RegisteredTool) {
  return { id, ...tool, requires_confirmation: requiresConfirmation };
}

export const { GET, POST, PUT, PATCH, DELETE } = resource({ PUT: putTools });
