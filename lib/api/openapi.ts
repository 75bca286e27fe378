import * as z from "zod";
import { executionReportWire } from "@/lib/approvals/execution/schema";
import {
  approveWire,
  authorizeWire,
  cancelWire,
  createApprovalWire,
  extendWire,
  listApprovalsQuery,
  rejectWire,
  revokeWire,
} from "@/lib/approvals/schema";
import { correctionWire, toolCallBatchWire, toolCallQuery, toolCallWire } from "@/lib/calls/schema";
import { env } from "@/lib/core/env";
import { feedbackQuery, feedbackWire, issuesQuery } from "@/lib/feedback/schema";
import { cheatsheetWire, putToolsWire } from "@/lib/tools/schema";
import { jsonSchema } from "./json-schema";
import { describeWebhooks } from "./webhooks";

/** One operation of the contract. `path` is as Next writes its folders, with `{id}` for a parameter. */
export type Operation = {
  method: "get" | "post" | "put";
  path: string;
  summary: string;
  who: "gateway" | "person" | "gateway or person" | "anyone" | "operator";
  body?: z.ZodType;
  query?: z.ZodType;
  answers: Record<number, string>;
};

const WAIT = z.object({ wait: z.coerce.number().int().min(0).max(55).optional() });

/** Every operation, in reading order. A test compares it with the route files, so none is missing. */
export const OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: "/api/v1/authorize",
    summary: "Ask before running a tool: allow, wait or deny.",
    who: "gateway",
    body: authorizeWire,
    answers: {
      200: "Allow or deny, or the present answer of an equal request.",
      202: "A person must decide.",
    },
  },
  {
    method: "post",
    path: "/api/v1/approvals",
    summary: "Hold a call for a person, whatever its risk.",
    who: "gateway",
    body: createApprovalWire,
    answers: { 201: "The pending approval.", 200: "The approval of an earlier, equal request." },
  },
  {
    method: "get",
    path: "/api/v1/approvals",
    summary: "List approvals, newest first.",
    who: "gateway or person",
    query: listApprovalsQuery,
    answers: { 200: "A page." },
  },
  {
    method: "get",
    path: "/api/v1/approvals/{id}",
    summary: "One approval as it stands; with wait, as soon as it changes.",
    who: "gateway or person",
    query: WAIT,
    answers: { 200: "The approval.", 304: "It is as your entity tag says." },
  },
  {
    method: "post",
    path: "/api/v1/approvals/{id}/cancel",
    summary: "Take a request back before anybody decided.",
    who: "gateway or person",
    body: cancelWire,
    answers: { 200: "The approval." },
  },
  {
    method: "post",
    path: "/api/v1/approvals/{id}/execution",
    summary: "Report on the execution: take the lease, then the outcome.",
    who: "gateway",
    body: executionReportWire,
    answers: { 200: "The approval." },
  },
  {
    method: "post",
    path: "/api/v1/approvals/{id}/approve",
    summary: "Approve what you were looking at, or approve it edited.",
    who: "person",
    body: approveWire,
    answers: { 200: "The approval." },
  },
  {
    method: "post",
    path: "/api/v1/approvals/{id}/reject",
    summary: "Reject, with the reason the agent will read.",
    who: "person",
    body: rejectWire,
    answers: { 200: "The approval." },
  },
  {
    method: "post",
    path: "/api/v1/approvals/{id}/request-changes",
    summary: "Send it back with what should change.",
    who: "person",
    body: rejectWire,
    answers: { 200: "The approval." },
  },
  {
    method: "post",
    path: "/api/v1/approvals/{id}/revoke",
    summary: "Withdraw an approval while nothing has started.",
    who: "person",
    body: revokeWire,
    answers: { 200: "The approval." },
  },
  {
    method: "post",
    path: "/api/v1/approvals/{id}/extend",
    summary: "Give people more time.",
    who: "person",
    body: extendWire,
    answers: { 200: "The approval." },
  },
  {
    method: "get",
    path: "/api/v1/policy",
    summary: "Settings and ratings, so that a gateway can gate locally.",
    who: "gateway",
    query: z.object({ tenant: z.string() }),
    answers: { 200: "The snapshot.", 304: "Unchanged." },
  },
  {
    method: "get",
    path: "/api/v1/events",
    summary: "The callbacks' envelopes in order, for gateways that cannot be called.",
    who: "gateway",
    query: WAIT.extend({ after: z.string().optional() }),
    answers: { 200: "A page with its cursor." },
  },
  {
    method: "post",
    path: "/api/v1/feedback",
    summary: "An agent reports what blocked it.",
    who: "gateway",
    body: feedbackWire,
    answers: { 201: "The report, its issue, and a known answer." },
  },
  {
    method: "get",
    path: "/api/v1/feedback",
    summary: "List feedback, newest first.",
    who: "gateway or person",
    query: feedbackQuery,
    answers: { 200: "A page, NDJSON or CSV." },
  },
  {
    method: "get",
    path: "/api/v1/feedback/{id}",
    summary: "One report.",
    who: "gateway or person",
    answers: { 200: "The report." },
  },
  {
    method: "get",
    path: "/api/v1/issues",
    summary: "Known issues with their public answers.",
    who: "gateway or person",
    query: issuesQuery,
    answers: { 200: "A page." },
  },
  {
    method: "post",
    path: "/api/v1/audit",
    summary: "Report one call, or a batch of up to 1,000.",
    who: "gateway",
    body: z.union([toolCallWire, toolCallBatchWire]),
    answers: { 201: "One row is on disk.", 207: "The batch, row by row." },
  },
  {
    method: "get",
    path: "/api/v1/audit",
    summary: "List or export calls.",
    who: "gateway or person",
    query: toolCallQuery,
    answers: { 200: "A page, NDJSON or CSV." },
  },
  {
    method: "post",
    path: "/api/v1/corrections",
    summary: "A user's own words that an output was wrong.",
    who: "gateway",
    body: correctionWire,
    answers: { 201: "It is on disk." },
  },
  {
    method: "put",
    path: "/api/v1/tools",
    summary: "Register a provider's tools, as an MCP tools/list has them.",
    who: "gateway",
    body: putToolsWire,
    answers: { 200: "Per tool: version, effective risk, findings, changes." },
  },
  {
    method: "get",
    path: "/api/v1/tools/known",
    summary: "The <known_tools> block for a prompt.",
    who: "gateway or person",
    answers: { 200: "Text or JSON." },
  },
  {
    method: "get",
    path: "/api/v1/cheatsheets/{provider}",
    summary: "A provider's cheatsheet.",
    who: "gateway or person",
    answers: { 200: "Markdown.", 304: "Unchanged." },
  },
  {
    method: "put",
    path: "/api/v1/cheatsheets/{provider}",
    summary: "Publish a cheatsheet.",
    who: "gateway or person",
    body: cheatsheetWire,
    answers: { 200: "Published." },
  },
  {
    method: "get",
    path: "/api/health",
    summary: "The process is up.",
    who: "anyone",
    answers: { 200: "Up." },
  },
  {
    method: "get",
    path: "/api/ready",
    summary: "Database, migrations and a worker are fine.",
    who: "anyone",
    answers: { 200: "Ready.", 503: "Not ready, with reasons." },
  },
  {
    method: "get",
    path: "/api/metrics",
    summary: "Prometheus metrics.",
    who: "operator",
    answers: { 200: "Text." },
  },
  {
    method: "get",
    path: "/api/openapi.json",
    summary: "This document.",
    who: "anyone",
    answers: { 200: "OpenAPI 3.1." },
  },
];

/** What a problem document holds (RFC 9457). */
const PROBLEM = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  request_id: z.string(),
  retryable: z.boolean(),
  errors: z
    .array(
      z.object({
        pointer: z.string(),
        code: z.string(),
        message: z.string(),
        hint: z.string().optional(),
        received: z.string().optional(),
      }),
    )
    .optional(),
});

/** The OpenAPI 3.1 document, generated from the schemas that the routes check with. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    const entry = paths[operation.path] ?? {};
    entry[operation.method] = describeOperation(operation);
    paths[operation.path] = entry;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Countersign",
      version: "1",
      description: "Pending approvals, feedback and audit rows of AI agents' tool calls.",
    },
    servers: [{ url: env().PUBLIC_URL }],
    components: {
      securitySchemes: {
        gateway: { type: "http", scheme: "bearer", bearerFormat: "csk_…", description: "A gateway key." },
        person: { type: "http", scheme: "bearer", bearerFormat: "cst_…", description: "A personal token." },
        operator: { type: "http", scheme: "bearer", bearerFormat: "METRICS_TOKEN" },
      },
      schemas: { Problem: jsonSchema(PROBLEM) },
    },
    paths,
    webhooks: describeWebhooks(),
  };
}

function describeOperation({ summary, who, body, query, path, answers }: Operation): Record<string, unknown> {
  const schemes = who === "anyone" ? [] : who.split(" or ").map((name) => ({ [name]: [] }));
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    summary,
    security: schemes,
    parameters: [...inPath, ...(query ? queryParameters(query) : [])],
    ...(body
      ? { requestBody: { required: true, content: { "application/json": { schema: jsonSchema(body) } } } }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, description]) => [status, { description }]),
      ),
      default: {
        description: "A problem document.",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

function queryParameters(query: z.ZodType): Record<string, unknown>[] {
  const schema = jsonSchema(query) as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: "query",
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}
