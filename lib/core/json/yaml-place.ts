import { isNode, type ParsedNode } from "yaml";
import { DomainError } from "../errors";
import { pathOf } from "./pointers";
import { lineAt, readYamlDocument } from "./yaml-document";

/** Line (from 1) where a YAML value starts, or the nearest existing value around it. */
export function linesInYaml(text: string): (path: readonly PropertyKey[]) => number {
  const document = readYamlDocument(text);
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const found = document.getIn(path.slice(0, length), true);
      if (isNode(found)) return lineAt(text, (found as ParsedNode).range?.[0] ?? 0);
    }
    return 1;
  };
}

/**
 * Runs work on YAML or JSON text.
 * @throws what the work throws; errors of a DomainError get their lines in the text
 */
export async function withYamlLines<T>(text: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || !error.details.errors) throw error;
    const lineOf = linesInYaml(text);
    const errors = error.details.errors.map((one) => ({ ...one, line: lineOf(pathOf(one.pointer)) }));
    throw new DomainError(error.code, error.message, { ...error.details, errors });
  }
}
