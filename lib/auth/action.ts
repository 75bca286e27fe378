import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import type * as z from "zod";
import { DomainError, type FieldError } from "@/lib/core/errors";
import { toPointer } from "@/lib/core/json/pointers";
import { withLogContext } from "@/lib/core/log";
import { toDomainError } from "@/lib/core/outcome";
import type { UserScope } from "@/lib/core/scope";
import { assertSameOrigin } from "./origin";
import { actionUser } from "./sessions/current";

/** `fields`: messages per input member, by JSON pointer without its leading slash. */
export type ActionRefusal = {
  ok: false;
  code: string;
  message: string;
  requestId: string;
  fields?: Record<string, string>;
};

/**
 * Wraps a server action: checks the origin, the session and the input schema, and returns refusals
 * as values. The command checks roles.
 */
export function personAction<S extends z.ZodType, T extends object>(
  schema: S,
  input: unknown,
  work: (scope: UserScope, input: z.output<S>) => Promise<T>,
): Promise<({ ok: true } & T) | ActionRefusal> {
  return answered(async () => {
    const scope = await actionUser();
    return work(scope, parsed(schema, input));
  });
}

/** The same for forms without a session: the input must prove itself. */
export function publicAction<S extends z.ZodType, T extends object>(
  schema: S,
  input: unknown,
  work: (input: z.output<S>) => Promise<T>,
): Promise<({ ok: true } & T) | ActionRefusal> {
  return answered(async () => {
    assertSameOrigin(await headers());
    return work(parsed(schema, input));
  });
}

function answered<T extends object>(work: () => Promise<T>): Promise<({ ok: true } & T) | ActionRefusal> {
  const requestId = randomUUID();
  return withLogContext({ request_id: requestId }, async () => {
    try {
      return { ok: true as const, ...(await work()) };
    } catch (thrown) {
      const { code, message, details } = toDomainError(thrown);
      const listed = (details.errors ?? []).filter((one) => one.message !== message).map(inWords);
      const told =
        listed.length > 0 && code === "VALIDATION_ERROR" ? `${message} ${listed.join(" ")}` : message;
      const fields = details.errors && fieldsOf(details.errors);
      return { ok: false as const, code, message: told, requestId, ...(fields ? { fields } : {}) };
    }
  });
}

function parsed<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (!result.success) throw invalidInput(result.error);
  return result.data;
}

/** One member's error for people: only arguments are named by their path. */
function inWords({ pointer, message }: FieldError): string {
  const path = /^\/arguments(.*)/s.exec(pointer)?.[1];
  const text = path === undefined ? message : `${path || "the arguments"}: ${message}`;
  const sentence = path ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** The first message of each field; errors within a field belong to it. */
function fieldsOf(errors: readonly FieldError[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { pointer, message } of errors)
    for (const name of [pointer.slice(1), pointer.split("/")[1] ?? ""]) fields[name] ??= message;
  return fields;
}

function invalidInput(error: z.ZodError): DomainError {
  const errors = error.issues.map(({ path, message }) => ({
    pointer: toPointer(path as (string | number)[]),
    code: "invalid",
    message,
  }));
  return new DomainError("VALIDATION_ERROR", "What was sent is not valid. Nothing was changed.", { errors });
}
