import type * as z from "zod";
import { read } from "@/lib/core/db";
import { DomainError, type FieldError } from "@/lib/core/errors";
import { JSON_LIMITS, JsonError, type JsonLimits, parseJson } from "@/lib/core/json/parse";
import { pathOf } from "@/lib/core/json/pointers";
import { toPlain } from "@/lib/core/json/raw";
import { jsonOfYaml } from "@/lib/core/json/yaml";
import { lineAt } from "@/lib/core/json/yaml-document";
import { linesInYaml } from "@/lib/core/json/yaml-place";
import type { Scope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { findUnknownGroups } from "./groups";
import { putPoliciesSchema } from "./schema";
import type { PastedPolicies, Policy, TextProblem } from "./types";

// A thousand policies with a few conditions each; there is also a limit in bytes.
const PASTED_LIMITS: JsonLimits = { ...JSON_LIMITS, maxNodes: 200_000 };

// More errors are of no use at a time.
const PROBLEMS_MAX = 50;

/**
 * Reads policies from pasted YAML (or JSON, which is YAML too); saves nothing.
 * @throws DomainError FORBIDDEN
 */
export async function readPolicies(scope: Scope, text: string): Promise<PastedPolicies> {
  assertMayAdministerAll(scope, "write policies for every tenant");
  const pasted = readText(text);
  if (!pasted.policies) return pasted;
  const asked = pasted.policies.map((policy, index) => ({ policy, at: `/policies/${index}` }));
  const unknown = await read(scope, (tx) => findUnknownGroups(tx, asked));
  return unknown.length > 0 ? refused(unknownIn(text, unknown)) : pasted;
}

function unknownIn(text: string, errors: readonly FieldError[]): TextProblem[] {
  const lineOf = linesInYaml(text);
  return errors.slice(0, PROBLEMS_MAX).map(({ pointer, message }) => {
    const path = pathOf(pointer);
    return { line: lineOf(path), message: `${nameOf(path)}${message}` };
  });
}

function readText(text: string): PastedPolicies {
  try {
    const json = jsonOfYaml(text);
    return readJson(text, json);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return refused([{ line: lineAt(text, error.offset), message: error.message }]);
  }
}

function readJson(text: string, json: string): PastedPolicies {
  try {
    const given = putPoliciesSchema.safeParse(toPlain(json, parseJson(json, PASTED_LIMITS)));
    if (!given.success) return refused(problemsOf(text, given.error));
    return { policies: given.data.policies, version: given.data.version ?? null, problems: [] };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    // The error's position is in the JSON form of the text.
    const message = error.message.replace(/ \(at character \d+\)$/, "");
    return refused([{ line: linesInYaml(text)(pathOf(error.pointer)), message }]);
  }
}

const refused = (problems: TextProblem[]): PastedPolicies => ({ policies: null, version: null, problems });

/** Maps errors to lines; a missing member is reported where it would be. */
function problemsOf(text: string, { issues }: z.ZodError): TextProblem[] {
  const lineOf = linesInYaml(text);
  return issues
    .slice(0, PROBLEMS_MAX)
    .map(({ path, message }) => ({ line: lineOf(path), message: `${nameOf(path)}${message}` }))
    .sort((a, b) => a.line - b.line);
}

function nameOf(path: readonly PropertyKey[]): string {
  const [list, index, ...members] = path;
  if (list !== "policies" || index === undefined) return path.length > 0 ? `${path.join("/")}: ` : "";
  return members.length > 0 ? `${members.join("/")}: ` : "";
}

/**
 * Checks a well-formed policy: the caller's permission, and that its groups exist.
 * @throws DomainError FORBIDDEN, VALIDATION_ERROR
 */
export async function checkPolicy(scope: Scope, policy: Policy): Promise<object> {
  assertMayAdministerAll(scope, "write policies for every tenant");
  const errors = await read(scope, (tx) => findUnknownGroups(tx, [{ policy, at: "" }]));
  if (errors.length > 0)
    throw new DomainError("VALIDATION_ERROR", "The policy names groups that are not there.", { errors });
  return {};
}
