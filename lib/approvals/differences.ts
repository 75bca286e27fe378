import { canonicalJson } from "@/lib/core/json/canonical";
import { type JsonNode, parseJson } from "@/lib/core/json/parse";
import { toPointer } from "@/lib/core/json/pointers";
import { RawJson } from "@/lib/core/json/raw";

// Enough to see the differences; the page also shows the complete texts.
const DIFFERENCES_MAX = 50;

/** The differences of two argument texts, by smallest member; one side may lack it. */
export function argumentDifferences(approved: string, received: string) {
  const found: { path: string; approved?: RawJson; received?: RawJson }[] = [];
  const visit = (a: JsonNode | undefined, b: JsonNode | undefined, path: (string | number)[]): void => {
    if (found.length >= DIFFERENCES_MAX || (a && b && canonicalJson(a) === canonicalJson(b))) return;
    if (a?.kind === "object" && b?.kind === "object") {
      const left = new Map(a.members.map((m) => [m.key, m.value]));
      const right = new Map(b.members.map((m) => [m.key, m.value]));
      for (const key of new Set([...left.keys(), ...right.keys()]))
        visit(left.get(key), right.get(key), [...path, key]);
    } else if (a?.kind === "array" && b?.kind === "array") {
      for (let i = 0; i < Math.max(a.items.length, b.items.length); i += 1)
        visit(a.items[i], b.items[i], [...path, i]);
    } else {
      found.push({ path: toPointer(path), approved: cut(approved, a), received: cut(received, b) });
    }
  };
  visit(parseJson(approved), parseJson(received), []);
  return found;
}

function cut(text: string, node: JsonNode | undefined): RawJson | undefined {
  return node && new RawJson(text.slice(node.start, node.end), node);
}
