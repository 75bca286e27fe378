import { argumentsByKind } from "../by-kind";
import type { ByKind, KindPart } from "../types";

type Call = Partial<{ tool: string; provider: string; schemaText: string }>;

export const read = (value: unknown, call: Call = {}): ByKind | null =>
  argumentsByKind(typeof value === "string" ? value : JSON.stringify(value), {
    tool: "run",
    provider: null,
    schemaText: null,
    ...call,
  });

/** The only part of that kind. */
export function only<Kind extends KindPart["kind"]>(
  found: ByKind | null,
  kind: Kind,
): Extract<KindPart, { kind: Kind }> {
  const [part, ...others] = found?.parts ?? [];
  if (part?.kind !== kind || others.length > 0) throw new Error(`not one ${kind}: ${JSON.stringify(found)}`);
  return part as Extract<KindPart, { kind: Kind }>;
}
