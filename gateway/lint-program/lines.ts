import { pointerOf } from "../lint/definition";

/**
 * Finds the line of a pointer's value in a JSON text; for a missing value, that of the nearest
 * ancestor.
 */
export function lineFinder(text: string): (pointer: string) => number {
  const lines = linesOf(text);
  return (pointer) => {
    for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
      const line = lines.get(at);
      if (line !== undefined) return line;
    }
    return lines.get("") ?? 1;
  };
}

type Open = { path: string; index: number; key: string | null };

function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  const open: Open[] = [];
  let line = 1;
  let expectsKey = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]|[^\s"{}[\],:]+/g)) {
    const inside = open.at(-1);
    if (token === "\n") line += 1;
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") expectsKey = false;
    else if (token === ",") {
      if (inside && inside.key === null) inside.index += 1;
      expectsKey = inside?.key !== null && inside !== undefined;
    } else if (expectsKey && inside) {
      inside.key = JSON.parse(token);
      lines.set(placeIn(inside), line);
    } else {
      const path = inside ? placeIn(inside) : "";
      if (!lines.has(path)) lines.set(path, line);
      if (token === "{" || token === "[") open.push({ path, index: 0, key: token === "{" ? "" : null });
      expectsKey = token === "{";
    }
  }
  return lines;
}

const placeIn = ({ path, index, key }: Open): string => `${path}${pointerOf(key ?? index)}`;
