import type { Tx } from "@/lib/core/db";
import { DomainError, type FieldError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/json/parse";
import type { Approval } from "@/lib/generated/prisma/client";
import { validateAgainstSchema } from "../arguments/contract/rules";
import { parseEditedArguments, typeChanges } from "./rules";

/**
 * What a person wants to run instead, or null when nothing differs from what stands.
 * @throws DomainError VALIDATION_ERROR naming each member that changed its type or breaks the tool's schema
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
