import { isSecretName } from "@/lib/core/text/prose";
import { redactJson, VALUE_CHARACTERS } from "@/lib/core/text/redaction";
import { KEPT_CHARACTERS, type MadeKind } from "./types";

/** A refusal as it is kept: what it repeats of a secret value is left out too. */
export function keptResponse(text: string): string {
  let problem: unknown;
  try {
    problem = JSON.parse(text);
  } catch {
    return keptText(text);
  }
  const errors =
    typeof problem === "object" && problem !== null && "errors" in problem ? problem.errors : null;
  if (Array.isArray(errors)) for (const error of errors) hideReceived(error);
  return keptText(JSON.stringify(problem));
}

function hideReceived(error: unknown): void {
  if (typeof error !== "object" || error === null || !("received" in error)) return;
  const pointer = "pointer" in error ? String(error.pointer) : "";
  error.received = isSecretName(pointer) ? "[redacted]" : redactJson(String(error.received));
}

/** The head of a body as it is kept. */
export function keptText(text: string): string {
  return redactJson(text, VALUE_CHARACTERS, KEPT_CHARACTERS).slice(0, KEPT_CHARACTERS);
}

const MADE: readonly { path: RegExp; kind: MadeKind; id: readonly string[] }[] = [
  { path: /^\/api\/v1\/(?:authorize|approvals)(?:\/|$)/, kind: "approval", id: ["approval_id"] },
  { path: /^\/api\/v1\/feedback$/, kind: "report", id: ["feedback_id", "id"] },
  { path: /^\/admin\/feedback$/, kind: "report", id: ["feedback_id", "id"] },
  { path: /^\/api\/v1\/audit$/, kind: "calls", id: ["id"] },
  { path: /^\/api\/v1\/tools$/, kind: "tools", id: [] },
  { path: /^\/api\/v1\/corrections$/, kind: "corrections", id: ["id"] },
];

export function madeBy(
  method: string,
  path: string,
  status: number,
  answer: unknown,
): { kind: MadeKind; id: string | null } | null {
  if (status >= 400 || method === "GET" || method === "HEAD") return null;
  const entry = MADE.find((one) => one.path.test(path));
  if (!entry) return null;
  const told = members(answer);
  const id = entry.id.map((name) => told[name]).find((value) => typeof value === "string");
  if (entry.kind === "approval" && id === undefined) {
    const own = /^\/api\/v1\/approvals\/([0-9a-f-]{36})\//.exec(path)?.[1];
    return own ? { kind: "approval", id: own } : null;
  }
  return { kind: entry.kind, id: typeof id === "string" ? id : null };
}

export type Wrong = { pointer: string; message: string; hint: string | null };

/** Member errors in an answer, including those of batch rows. */
export function wrongsOf(answer: string): Wrong[] {
  let told: unknown;
  try {
    told = JSON.parse(answer);
  } catch {
    return []; // cut; the page shows the raw text
  }
  const { errors = [], rejected = [] } = members(told);
  const all = [errors, ...listOf(rejected).map((row) => members(row).errors)].flatMap(listOf);
  return all.map(members).map(({ pointer, message, hint }) => ({
    pointer: String(pointer ?? ""),
    message: String(message ?? ""),
    hint: typeof hint === "string" ? hint : null,
  }));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function members(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
