import { nextTurn } from "../turns";
import { JSON_LIMITS, JsonError, type JsonLimits, type JsonNode, JsonReader } from "./parse";

// Takes a few milliseconds.
const VALUES_A_TURN = 4_000;
const CHARACTERS_A_TURN = 256 * 1024;

/**
 * Parses large JSON in pieces and yields between them.
 * @throws JsonError with cause and place
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
 * Checks a part of a parsed text against the limits of a separate text.
 * @throws JsonError as if it had been parsed alone
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
