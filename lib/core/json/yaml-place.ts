import { isNode, type ParsedNode, parseDocument } from "yaml";

/** The line, from 1, on which a value of a YAML text begins, or the nearest value around it that is there. */
export function linesInYaml(text: string): (path: readonly PropertyKey[]) => number {
  const how = { version: "1.2", schema: "core", merge: false, logLevel: "silent" } as const;
  const document = parseDocument(text, { ...how, uniqueKeys: false, resolveKnownTags: false });
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const found = document.getIn(path.slice(0, length), true);
      if (isNode(found)) return lineAt(text, (found as ParsedNode).range?.[0] ?? 0);
    }
    return 1;
  };
}

/** The line, from 1, that a place in a text is on. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
