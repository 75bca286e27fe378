import type { Candidate } from "@/lib/calls/intake/rules";
import { toolCallSchema } from "@/lib/calls/schema";
import { ROWS_MAX, TOOL_CALL_RAW } from "@/lib/calls/types";
import { DomainError, type FieldError, invalid } from "@/lib/core/errors";
import { JsonError, type JsonNode } from "@/lib/core/json/parse";
import { toPointer } from "@/lib/core/json/pointers";
import { toPlain } from "@/lib/core/json/raw";
import { sharing } from "@/lib/core/turns";
import { RETRY_MAY_DIFFER } from "@/lib/intake/types";
import { BATCH_BYTES_MAX, BATCH_JSON_LIMITS, BODY_BYTES_MAX, bodyFingerprint, readJsonBody } from "../body";
import { requestKeyOf } from "../route";
import { fieldErrors } from "../validate";

// A batch of a thousand bad rows gets the first error of each, and all errors of some.
const ERRORS_A_BATCH = 2_000;

/** Rows of a request; those that fail the schema are separate. */
export type ReadRows = {
  batch: boolean;
  candidates: Candidate[];
  refused: { index: number; errors: FieldError[]; value?: unknown }[];
};

/**
 * Reads one row or a batch. A bad row does not affect the others.
 * @throws DomainError MALFORMED_JSON, PAYLOAD_TOO_LARGE, or VALIDATION_ERROR about the batch
 */
export async function readRows(request: Request): Promise<ReadRows> {
  const { text, node } = await readJsonBody(request, BATCH_BYTES_MAX, { limits: BATCH_JSON_LIMITS });
  const rows =
    node.kind === "object" ? node.members.find((member) => member.key === "rows")?.value : undefined;
  if (!rows) {
    if (Buffer.byteLength(text) > BODY_BYTES_MAX)
      throw new DomainError(
        "PAYLOAD_TOO_LARGE",
        `A row may have at most ${BODY_BYTES_MAX} bytes. Nothing was stored.`,
      );
    return collect(request, text, [node], false);
  }
  return collect(request, text, assertBatch(node, rows), true);
}

/** A pointer into a row becomes a pointer into its request. */
export function pointerOf(batch: boolean, index: number, pointer = ""): string {
  return batch ? `${toPointer(["rows", index])}${pointer}` : pointer;
}

function assertBatch(body: JsonNode, rows: JsonNode): readonly JsonNode[] {
  const stranger = body.kind === "object" && body.members.find((member) => member.key !== "rows");
  if (stranger) {
    const { key } = stranger;
    throw invalid(
      toPointer([key]),
      "unknown_member",
      `${JSON.stringify(key)} is not a member of a batch. Nothing was stored.`,
    );
  }
  if (rows.kind !== "array" || rows.items.length === 0 || rows.items.length > ROWS_MAX) {
    throw invalid("/rows", "invalid", `rows must be a list of 1 to ${ROWS_MAX} rows. Nothing was stored.`);
  }
  return rows.items;
}

/** Yields between rows, so that others get a turn. */
async function collect(
  request: Request,
  text: string,
  nodes: readonly JsonNode[],
  batch: boolean,
): Promise<ReadRows> {
  const read: ReadRows = { batch, candidates: [], refused: [] };
  const header = requestKeyOf(request, undefined);
  const share = sharing();
  let told = 0;
  for (const [index, node] of nodes.entries()) {
    await share();
    const result = readRow(text, node, batch ? ["rows", index] : []);
    if ("errors" in result) {
      const errors = told < ERRORS_A_BATCH ? result.errors : result.errors.slice(0, 1);
      told += errors.length;
      read.refused.push({ index, errors, value: result.value });
      continue;
    }
    const { input } = result;
    // Rows of a batch without ids are identified by position.
    const place = header === null || !batch ? header : `${header}#${index}`;
    const key = input.id === undefined ? place : requestKeyOf(request, input.id);
    const bodySha256 = key === null ? "" : bodyFingerprint(node, RETRY_MAY_DIFFER);
    read.candidates.push({ index, input, key, bodySha256 });
  }
  return read;
}

type RowResult = { input: Candidate["input"] } | { errors: FieldError[]; value?: unknown };

function readRow(text: string, node: JsonNode, at: readonly (string | number)[]): RowResult {
  if (Buffer.byteLength(text.slice(node.start, node.end)) > BODY_BYTES_MAX) {
    const message = `a row may have at most ${BODY_BYTES_MAX} bytes`;
    return { errors: [{ pointer: toPointer(at), code: "too_large", message }] };
  }
  let value: unknown;
  try {
    value = toPlain(text, node, TOOL_CALL_RAW);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { errors: [{ pointer: toPointer(at), code: error.code, message: error.message }] };
  }
  const parsed = toolCallSchema.safeParse(value);
  return parsed.success ? { input: parsed.data } : { errors: fieldErrors(parsed.error, value, at), value };
}
