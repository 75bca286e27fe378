import { isNode, type ParsedNode } from "yaml";
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
