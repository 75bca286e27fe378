import * as z from "zod";
import { findWarnings } from "@/lib/approvals/deciders/warnings";
import { TRIED_RAW, tryCallSchema } from "@/lib/approvals/gate/schema";
import { tryCall } from "@/lib/approvals/gate/try";
import { invalid } from "@/lib/core/errors";
import { toPlain } from "@/lib/core/json/raw";
import { yamlOf } from "@/lib/core/json/yaml";
import { withYamlLines } from "@/lib/core/json/yaml-place";
import type { UserScope } from "@/lib/core/scope";
import { previewPolicies } from "@/lib/insights/policies/queries";
import { savePolicies } from "@/lib/policies/commands";
import { findPolicies } from "@/lib/policies/queries";
import { putPoliciesSchema } from "@/lib/policies/schema";
import {
  policiesFile,
  policiesWire,
  policyPreviewWire,
  savedPoliciesWire,
  triedCallWire,
  wirePolicies,
  wirePolicyPreview,
  wireSavedPolicies,
  wireTried,
  wireWarnings,
} from "@/lib/policies/wire";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { ok, text } from "../answers";
import { BATCH_JSON_LIMITS, BODY_BYTES_MAX, type ReadBody, readJsonBody } from "../body";
import { resource } from "../resource";
import { apiRoute } from "../route";
import { validate } from "../validate";

const YAML = "application/yaml";

const getPolicies = apiRoute(
  "person",
  {
    summary: "The policies in force. For administrators of all tenants.",
    query: z.strictObject({
      format: z.enum(["json", "yaml"]).optional().describe("Goes before the Accept header."),
    }),
    answers: {
      200: {
        says: "The newest version; version is null before the first save. As YAML: a document that can be sent back.",
        body: policiesWire,
        texts: { [YAML]: z.string() },
        headers: ["Vary"],
      },
    },
    refuses: ["FORBIDDEN"],
  },
  async ({ scope, query, request }) => {
    const found = await findPolicies(scope);
    const headers = { vary: "Accept" };
    const format = query.format ?? (request.headers.get("accept")?.includes(YAML) ? "yaml" : "json");
    if (format === "json") return ok(wirePolicies(found), headers);
    const file = { version: found?.version ?? null, ...policiesFile(null, found?.policies ?? []) };
    return text(yamlOf(file), `${YAML}; charset=utf-8`, headers);
  },
);

const putPolicies = apiRoute(
  "person",
  {
    summary:
      "Save the policies, in place of all there are, or say what they would have done. For administrators of all tenants.",
    readsBody: putPoliciesSchema,
    yaml: true,
    query: z.strictObject({
      dry_run: z
        .enum(["1", "0", "true", "false"])
        .optional()
        .describe(
          "1: nothing is saved; the answer says what would have come of the calls of the last 7 days.",
        ),
    }),
    answers: {
      200: {
        says: "Saved as a new version, unless nothing differs. For a dry run: what saving would change.",
        body: z.union([savedPoliciesWire, policyPreviewWire]),
      },
    },
    refuses: ["FORBIDDEN", "STALE_VIEW"],
  },
  async ({ scope, query, request }) => {
    // Before reading the body, because parsing YAML blocks others.
    assertMayAdministerAll(scope, "save policies for every tenant");
    const body = await readJsonBody(request, BODY_BYTES_MAX, { yaml: true, limits: BATCH_JSON_LIMITS });
    const isDryRun = query.dry_run === "1" || query.dry_run === "true";
    const put = () => putAll(scope, body, isDryRun);
    return body.yaml === undefined ? put() : withYamlLines(body.yaml, put);
  },
);

async function putAll(scope: UserScope, { text: sent, node }: ReadBody, isDryRun: boolean) {
  const { version: seen, policies } = validate(putPoliciesSchema, toPlain(sent, node));
  const warned = async () => wireWarnings(policies, await findWarnings(scope, policies));
  if (isDryRun) return ok(wirePolicyPreview(await previewPolicies(scope, { policies }), await warned()));
  if (seen === undefined)
    throw invalid("/version", "required", "Name the version that you read, or null. Nothing was saved.");
  return ok(wireSavedPolicies(await savePolicies(scope, { policies, seen }), await warned()));
}

export const policies = resource("/api/v1/policies", { GET: getPolicies, PUT: putPolicies });

const postTry = apiRoute(
  "person",
  {
    summary:
      "What the gate would answer to a call now, and why. Nothing is stored. For administrators of all tenants.",
    body: tryCallSchema,
    raw: TRIED_RAW,
    jsonLimits: BATCH_JSON_LIMITS,
    answers: {
      200: { says: "Which step decides, and each policy that was looked at.", body: triedCallWire },
    },
    refuses: ["FORBIDDEN", "NOT_FOUND"],
  },
  async ({ scope, input }) => ok(wireTried(await tryCall(scope, input))),
);

export const tryPolicies = resource("/api/v1/policies/try", { POST: postTry });
