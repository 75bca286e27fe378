import type { Tx } from "@/lib/core/db";
import { DomainError, type FieldError, invalid } from "@/lib/core/errors";
import { JsonError, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { toPointer } from "@/lib/core/json/pointers";
import { RawJson } from "@/lib/core/json/raw";
import { ARGUMENTS_BYTES_MAX } from "@/lib/core/limits";
import type { Approval } from "@/lib/generated/prisma/client";
import { validateAgainstSchema } from "./contract";
import { isNull } from "./nodes";

/**
 * Parses arguments that a person typed.
 * @throws DomainError VALIDATION_ERROR at /arguments
 */
function parseEditedArguments(text: string): RawJson {
  let raw: RawJson;
  try {
    raw = RawJson.parse(text.trim());
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw invalid(
      `/arguments${error.pointer}`,
      error.code,
      `The edited arguments are not valid JSON: ${error.message}.`,
    );
  }
  if (raw.node.kind !== "object")
    throw invalid("/arguments", "invalid_type", "The edited arguments must be a JSON object.");
  if (raw.bytes > ARGUMENTS_BYTES_MAX)
    throw invalid("/arguments", "too_big", `The edited arguments are over ${ARGUMENTS_BYTES_MAX} bytes.`);
  return raw;
}

const NAMES = {
  object: "an object",
  array: "an array",
  string: "a string",
  number: "a number",
  constant: "true, false or null",
};

/** Values can be changed, added or removed, but keep their JSON type. Null matches any type. */
function typeChanges(
  before: JsonNode,
  after: JsonNode,
  path: readonly (string | number)[] = [],
): FieldError[] {
  if (isNull(before) || isNull(after)) return [];
  if (before.kind !== after.kind) {
    const pointer = `/arguments${toPointer(path)}`;
    return [
      {
        pointer,
        code: "type_changed",
        message: `was ${NAMES[before.kind]} and must stay one`,
        hint: `expected ${NAMES[before.kind]}`,
      },
    ];
  }
  if (before.kind !== "object" || after.kind !== "object") return [];
  const old = new Map(before.members.map((member) => [member.key, member.value]));
  return after.members.flatMap(({ key, value }) => {
    const earlier = old.get(key);
    return earlier ? typeChanges(earlier, value, [...path, key]) : [];
  });
}

/**
 * The edited arguments, or null if nothing differs.
 * @throws DomainError VALIDATION_ERROR for each member that changes its type or violates the tool's
 * schema
 */
export async function readEditedArguments(
  tx: Tx,
  approval: Approval,
  text: string | undefined,
): Promise<{ text: string; sha256: string } | null> {
  if (text === undefined) return null;
  const edited = parseEditedArguments(text);
  if (edited.sha256 === approval.argumentsSha256) return null;
  const errors = [
    ...typeChanges(parseJson(approval.argumentsText), edited.node),
    ...(await schemaErrors(tx, approval, edited.node)),
  ];
  if (errors.length > 0) {
    throw new DomainError(
      "VALIDATION_ERROR",
      "The edited arguments do not fit the tool. Nothing was recorded.",
      { errors },
    );
  }
  return { text: edited.text, sha256: edited.sha256 };
}

async function schemaErrors(
  tx: Tx,
  approval: Approval,
  node: ReturnType<typeof parseJson>,
): Promise<FieldError[]> {
  if (!approval.toolId || approval.toolVersion === null) return [];
  const version = await tx.toolVersion.findUnique({
    where: { toolId_version: { toolId: approval.toolId, version: approval.toolVersion } },
  });
  if (!version) return [];
  const check = validateAgainstSchema(node, version.inputSchema);
  if (!check.checked) return [];
  return check.violations.map(({ pointer, message }) => ({
    pointer: `/arguments${pointer}`,
    code: "schema",
    message,
  }));
}
