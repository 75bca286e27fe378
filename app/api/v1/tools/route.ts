import { BATCH_BYTES_MAX, BATCH_JSON_LIMITS } from "@/lib/api/body";
import { apiRoute, ok, resource } from "@/lib/api/route";
import { registerTools } from "@/lib/tools/registration/commands";
import { PUT_TOOLS_RAW, putToolsSchema, type RegisteredTool } from "@/lib/tools/schema";

const putTools = apiRoute(
  "gateway",
  {
    body: putToolsSchema,
    raw: PUT_TOOLS_RAW,
    bytesMax: BATCH_BYTES_MAX,
    jsonLimits: BATCH_JSON_LIMITS,
  },
  async ({ scope, input }) => ok({ tools: (await registerTools(scope, input)).map(toWire) }),
);

function toWire({ requiresConfirmation, id, ...tool }: RegisteredTool) {
  return { id, ...tool, requires_confirmation: requiresConfirmation };
}

export const { GET, POST, PUT, PATCH, DELETE } = resource({ PUT: putTools });
