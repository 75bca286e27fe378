import { isNode, type ParsedNode } from "yaml";
import { DomainError } from "../errors";
import { pathOf } from "./pointers";
import { lineAt, readYamlDocument } from "./yaml-document";

/** The line, from 1, on which a value of a YAML text begins, or the nearest value around it that is there. */
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
 * Does what reads a YAML text, or JSON, which is YAML too.
 * @throws what the work throws; the errors of a DomainError have their lines in the text
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
