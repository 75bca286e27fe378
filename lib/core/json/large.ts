import { nextTurn } from "../turns";
import { JSON_LIMITS, JsonError, type JsonLimits, type JsonNode, JsonReader } from "./parse";

// A few milliseconds' worth of either.
const VALUES_A_TURN = 4_000;
const CHARACTERS_A_TURN = 256 * 1024;

/**
 * Reads a large JSON text in pieces: between two, whoever else waits has their turn.
 * @throws JsonError naming what is wrong and where
 */
export async function parseJsonInTurns(text: string, limits: JsonLimits): Promise<JsonNode> {
  const reader = new JsonReader(text, limits);
  for (;;) {
    const node = reader.read(VALUES_A_TURN, CHARACTERS_A_TURN);
    if (node) return node;
    await nextTurn();
  }
}

/**
 * Holds a part of a text that was read by the limits of a text of its own.
 * @throws JsonError as if it had been read alone
 */
export function assertWithin(node: JsonNode, { maxDepth, maxNodes }: JsonLimits = JSON_LIMITS): void {
  const refuse = (code: string, message: string, at: JsonNode) => {
    const offset = at.start - node.start;
    throw new JsonError(code, `${message} (at character ${offset + 1})`, "", offset);
  };
  let nodes = 0;
  const visit = (current: JsonNode, depth: number) => {
    if (depth > maxDepth) refuse("too_deep", `values are nested deeper than ${maxDepth}`, current);
    nodes += 1;
    if (nodes > maxNodes) refuse("too_many_values", `more than ${maxNodes} values`, current);
    if (current.kind === "array") for (const item of current.items) visit(item, depth + 1);
    if (current.kind === "object") for (const { value } of current.members) visit(value, depth + 1);
  };
  visit(node, 0);
}
