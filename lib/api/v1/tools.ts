import * as z from "zod";
import { resolveTenant } from "@/lib/auth/credentials/bearer";
import { DomainError } from "@/lib/core/errors";
import { JsonError } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { withFindingIntents } from "@/lib/intents/finding-intents";
import { listFindings } from "@/lib/signals/findings/queries";
import { findingsQuery, patchFindingSchema } from "@/lib/signals/findings/schema";
import { findingPageWire, patchedFindingWire, wireFindings } from "@/lib/signals/findings/wire";
import { listToldTools } from "@/lib/signals/known-tools";
import { muteFinding, unmuteFinding } from "@/lib/tools/findings/commands";
import { knownToolsJson, knownToolsText } from "@/lib/tools/known/rules";
import { registerTools } from "@/lib/tools/registration";
import { knownToolsQuery, putToolsSchema } from "@/lib/tools/schema";
import { PUT_TOOLS_RAW } from "@/lib/tools/types";
import { knownToolsWire, registeredWire, wireRegistered } from "@/lib/tools/wire";
import { ok, text, unchanged } from "../answers";
import { BATCH_BYTES_MAX, BATCH_JSON_LIMITS, type ReadBody, readJsonBody } from "../body";
import { etagOf, isKnown } from "../etag";
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
    const sent = await readJsonBody(request, BATCH_BYTES_MAX, { limits: BATCH_JSON_LIMITS });
    const input = validate(putToolsSchema, plainTools(sent));
    return ok({ tools: (await registerTools(scope, input)).map(wireRegistered) });
  },
);

/** The list may hold more values than one object; each schema is one object. */
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

// Health changes with every call; a prompt can be a minute old.
const KNOWN_CACHE_SECONDS = 60;

const getKnown = apiRoute(
  "any",
  {
    summary: "The <known_tools> block for a prompt.",
    query: knownToolsQuery,
    answers: {
      200: {
        says: "Text or JSON.",
        body: knownToolsWire,
        texts: { "text/plain": z.string() },
        headers: ["ETag", "Vary"],
      },
      304: { says: "Unchanged.", headers: ["ETag", "Vary"] },
    },
    refuses: ["NOT_FOUND"],
  },
  async ({ scope, query, request }) => {
    const tenantId = query.tenant === undefined ? undefined : await resolveTenant(scope, query.tenant);
    const known = await listToldTools(scope, query, tenantId);
    const isJson = query.format === "json";
    const block = (isJson ? knownToolsJson : knownToolsText)(known, query.budget);
    const headers = {
      etag: etagOf(block),
      "cache-control": `private, max-age=${KNOWN_CACHE_SECONDS}`,
      vary: "Authorization",
    };
    if (isKnown(request.headers.get("if-none-match"), headers.etag)) return unchanged(headers);
    return text(block, isJson ? "application/json" : "text/plain; charset=utf-8", headers);
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
    const page = await listFindings(scope, filter, tenants, limit);
    return ok(wireFindings({ ...page, rows: await withFindingIntents(scope, page.rows, tenants) }));
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
