import type * as z from "zod";
import { DomainError, type FieldError } from "@/lib/core/errors";
import { toPointer } from "@/lib/core/json/pointers";
import { RawJson } from "@/lib/core/json/raw";

// Enough to recognize a value without echoing a document.
const RECEIVED_MAX = 100;
/** Limit of errors in one answer. */
export const ERRORS_MAX = 100;

/**
 * Validates a value.
 * @throws DomainError VALIDATION_ERROR with every wrong member and its valid values
 */
export function validate<S extends z.ZodType>(
  schema: S,
  value: unknown,
  at: readonly (string | number)[] = [],
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error, value, at);
  const [first, ...others] = errors;
  const more = others.length === 0 ? "" : ` (and ${others.length} more, see errors)`;
  throw new DomainError(
    "VALIDATION_ERROR",
    `${first?.pointer || "the body"}: ${first?.message}${more}. Nothing was stored.`,
    { errors },
  );
}

/** The same without throwing, for batches. Each wrong member once, with its first error. */
export function fieldErrors(
  error: z.ZodError,
  value: unknown,
  at: readonly (string | number)[] = [],
): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const found of error.issues.flatMap((issue) => describe(issue, value, at)))
    if (!errors.has(found.pointer)) errors.set(found.pointer, found);
  return [...errors.values()].slice(0, ERRORS_MAX);
}

function describe(issue: z.core.$ZodIssue, value: unknown, at: readonly (string | number)[]): FieldError[] {
  const path = issue.path as (string | number)[];
  const pointer = toPointer([...at, ...path]);
  const sent = path.reduce<unknown>(member, value);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      pointer: toPointer([...at, ...path, key]),
      code: "unknown_member",
      message: `${JSON.stringify(key)} is not a member of this request`,
    }));
  }
  if (sent === undefined && issue.code !== "custom") {
    return [{ pointer, code: "required", message: "is required", hint: hintOf(issue) }];
  }
  return [
    { pointer, code: codeOf(issue), message: issue.message, hint: hintOf(issue), received: shown(sent) },
  ];
}

function member(value: unknown, key: string | number): unknown {
  return value !== null && typeof value === "object" ? (value as Record<string, unknown>)[key] : undefined;
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return "not_a_valid_value";
  if (issue.code === "custom" || issue.code === "invalid_union") return "invalid";
  return issue.code;
}

function hintOf(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case "invalid_value":
      // A schema with aliases lists its words itself.
      return issue.message.startsWith("one of: ")
        ? issue.message
        : `one of: ${issue.values.map(String).join(", ")}`;
    case "invalid_type":
      // A custom message says more than the expected type.
      return issue.message.startsWith("Invalid input") ? `expected ${issue.expected}` : issue.message;
    case "too_small":
      return `${issue.origin === "string" ? "at least this many characters" : "at least"}: ${issue.minimum}`;
    case "too_big":
      return `${issue.origin === "string" ? "at most this many characters" : "at most"}: ${issue.maximum}`;
    case "invalid_format":
      return issue.message;
    case "invalid_union":
      if ("options" in issue && issue.options) return `one of: ${issue.options.map(String).join(", ")}`;
      return issue.errors
        .flatMap((branch) => branch.map((inner) => hintOf(inner) ?? inner.message))
        .join(" or ");
    default:
      return undefined;
  }
}

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = value instanceof RawJson ? value.text : (JSON.stringify(value) ?? String(value));
  return text.length > RECEIVED_MAX ? `${text.slice(0, RECEIVED_MAX)}…` : text;
}
