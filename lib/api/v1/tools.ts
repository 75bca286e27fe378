import * as z from "zod";
import { resolveTenant } from "@/lib/auth/credentials/bearer";
import { listFindings } from "@/lib/calls/findings/queries";
import { findingsQuery, patchFindingSchema } from "@/lib/calls/findings/schema";
import { findingPageWire, patchedFindingWire, wireFindings } from "@/lib/calls/findings/wire";
import { DomainError } from "@/lib/core/errors";
import { JsonError } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { muteFinding, unmuteFinding } from "@/lib/tools/findings/commands";
import { knownToolsJson, knownToolsText, listKnownTools } from "@/lib/tools/known";
import { registerTools } from "@/lib/tools/registration";
import { knownToolsQuery, putToolsSchema } from "@/lib/tools/schema";
import { PUT_TOOLS_RAW } from "@/lib/tools/types";
import { knownToolsWire, registeredWire, wireRegistered } from "@/lib/tools/wire";
import { ok, text } from "../answers";
import { BATCH_BYTES_MAX, BATCH_JSON_LIMITS, type ReadBody, readJsonBody } from "../body";
import { resource } from "../resource";
import { apiRoute } from "../route";
import { validate } from "../validate";

const register = apiRoute(
  "gateway",
  {
    summary: "Register a provider's tools, as an MCP tools/list has them.",
    readsBody: putToolsSchema,
    answers: {
      200: { says: "Per tool: version, effective risk, findings, changes.", body: registeredWire },
    },
  },
  async ({ scope, request }) => {
    const sent = await readJsonBody(request, BATCH_BYTES_MAX, BATCH_JSON_LIMITS);
    const input = validate(putToolsSchema, plainTools(sent));
    return ok({ tools: (await registerTools(scope, input)).map(wireRegistered) });
  },
);

/** The list may hold more values than one object; each of its schemas is one object. */
function plainTools({ text: json, node }: ReadBody): unknown {
  try {
    return toPlain(json, node, PUT_TOOLS_RAW);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { code, message } = error;
    throw new DomainError("MALFORMED_JSON", `A tool's schema was refused: ${message}. Nothing was stored.`, {
      errors: [{ pointer: "/tools", code, message }],
    });
  }
}

export const tools = resource("/api/v1/tools", { PUT: register });

const getKnown = apiRoute(
  "any",
  {
    summary: "The <known_tools> block for a prompt.",
    query: knownToolsQuery,
    answers: {
      200: { says: "Text or JSON.", body: knownToolsWire, texts: { "text/plain": z.string() } },
    },
    refuses: ["NOT_FOUND"],
  },
  async ({ scope, query }) => {
    const tenantId = query.tenant === undefined ? undefined : await resolveTenant(scope, query.tenant);
    const known = await listKnownTools(scope, query, tenantId);
    return query.format === "json"
      ? text(knownToolsJson(known, query.budget), "application/json")
      : text(knownToolsText(known, query.budget), "text/plain; charset=utf-8");
  },
);

export const knownTools = resource("/api/v1/tools/known", { GET: getKnown });

const getFindings = apiRoute(
  "any",
  {
    summary:
      "What in the tools' definitions makes agents fail, with the calls that prove it; what costs most first.",
    query: findingsQuery,
    answers: { 200: { says: "A page.", body: findingPageWire } },
  },
  async ({ scope, query }) => {
    const { tenant, limit, ...filter } = query;
    const tenants = tenant === undefined ? scope.tenants : [await resolveTenant(scope, tenant)];
    return ok(wireFindings(await listFindings(scope, filter, tenants, limit)));
  },
);

const patchFinding = apiRoute(
  "person",
  {
    summary:
      "Mute a finding until the tool's next version, or show it again. For administrators of all tenants.",
    body: patchFindingSchema,
    answers: { 200: { says: "The finding as it is now.", body: patchedFindingWire } },
    refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "STALE_VIEW"],
  },
  async ({ scope, input: { muted, ...key } }) => {
    if (muted === null) await unmuteFinding(scope, key);
    else await muteFinding(scope, { ...key, reason: muted });
    const { toolId, ...rest } = key;
    return ok({ tool_id: toolId, ...rest, muted: muted === null ? null : { reason: muted } });
  },
);

export const toolFindings = resource("/api/v1/tools/findings", { GET: getFindings, PATCH: patchFinding });
