import { ERROR_STATUS, type ErrorCode } from "@/lib/core/errors";
import { type AnswerShape, codesOf, type MediaType, type Operation } from "./definition";
import { LIMIT_HEADERS, PLAIN_HEADERS } from "./headers";
import { problemWire } from "./problem";

// Tests check every answer against its declaration, inside the route, so that no test can forget
// it. With NODE_ENV=test or COUNTERSIGN_CHECK_ANSWERS=on a wrong answer throws.

/**
 * Returns the answer if status, headers, media type and members match the operation.
 * @throws Error naming the mismatch
 */
export async function assertDeclared(operation: Operation, response: Response): Promise<Response> {
  const told = `${response.status} of "${operation.summary}"`;
  const type = response.headers.get("content-type")?.split(";")[0] ?? null;
  if (type === "application/problem+json") {
    await assertProblem(operation, response, told);
    return response;
  }
  const shape = operation.answers[response.status];
  if (!shape) throw new Error(`${told} is not declared`);
  assertHeaders(response.headers, shape.headers ?? [], told);
  if (type === "application/json") {
    if (!shape.body) throw new Error(`${told} has a JSON body that is not declared`);
    const { error } = shape.body.safeParse(await response.clone().json());
    if (error) throw new Error(`${told} does not fit its schema: ${error.message}`);
    return response;
  }
  if (response.body === null) return response;
  const line = textOf(shape, type, told);
  return type === "application/x-ndjson" ? withCheckedLines(response, line, told) : response;
}

function textOf(shape: AnswerShape, type: string | null, told: string) {
  const text = shape.texts?.[type as MediaType];
  if (!text) throw new Error(`${told} is ${type ?? "of no media type"}, which is not declared`);
  return text;
}

async function assertProblem(operation: Operation, response: Response, told: string): Promise<void> {
  const body: unknown = await response.clone().json();
  const { error, data } = problemWire.safeParse(body);
  if (error) throw new Error(`${told} is no problem document: ${error.message}`);
  const code = data.code as ErrorCode;
  if (!codesOf(operation).has(code) || ERROR_STATUS[code] !== response.status)
    throw new Error(`${told} refuses with ${code}, which is not declared: ${data.detail}`);
  assertHeaders(response.headers, ["Retry-After", "WWW-Authenticate"], told);
}

function assertHeaders(sent: Headers, declared: readonly string[], told: string): void {
  const known = ["X-Request-Id", ...LIMIT_HEADERS, ...PLAIN_HEADERS, ...declared];
  const names = new Set(known.map((name) => name.toLowerCase()));
  const strange = [...sent.keys()].filter((name) => !names.has(name));
  if (strange.length > 0) throw new Error(`${told} sends ${strange.join(", ")}, which is not declared`);
}

/** Checks a stream line by line, so that it stays a stream. */
function withCheckedLines(response: Response, line: ReturnType<typeof textOf>, told: string): Response {
  let rest = "";
  const decoder = new TextDecoder();
  const check = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const one of lines) {
        const { error } = line.safeParse(JSON.parse(one));
        if (error) throw new Error(`a line of ${told} does not fit its schema: ${error.message}`);
      }
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(check), response);
}
