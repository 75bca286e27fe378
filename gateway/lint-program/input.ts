import {
  definitionFrom,
  isObject,
  type Json,
  member,
  pointerOf,
  type ToolDefinition,
} from "../lint/definition";
import { lineFinder } from "./lines";
import { BadInput } from "./options";

type Given = { definition: ToolDefinition; pointer: string };

export type Input = {
  tools: Given[];
  /** The line of a pointer in the file. */
  lineOf: (pointer: string) => number;
};

const NO_LIST = 'There is no list of tools: give a tools/list result ({"tools": [...]}) or the list itself.';

/**
 * Reads a tools/list result, a JSON-RPC response with one, or the bare list.
 * @throws BadInput with the fault
 */
export function readTools(text: string): Input {
  const clean = text.replace(/^\uFEFF/, "");
  const { tools, pointer } = listIn(parse(clean));
  const given = tools.map((tool, index) => {
    const definition = definitionFrom(tool);
    const at = `${pointer}${pointerOf(index)}`;
    if (!definition) throw new BadInput(`Item ${index} of the list is no tool: it has no name.`);
    return { definition, pointer: at };
  });
  return { tools: given, lineOf: lineFinder(clean) };
}

function parse(text: string): Json {
  if (text.trim() === "") throw new BadInput("There is nothing to read: name a file, or pipe the tools in.");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadInput(`This is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function listIn(value: Json): { tools: Json[]; pointer: string } {
  if (Array.isArray(value)) return { tools: value, pointer: "" };
  if (!isObject(value)) throw new BadInput(NO_LIST);
  const own = member(value, "tools");
  if (Array.isArray(own)) return { tools: own, pointer: "/tools" };
  const result = member(value, "result");
  const inside = isObject(result) ? member(result, "tools") : undefined;
  if (Array.isArray(inside)) return { tools: inside, pointer: "/result/tools" };
  throw new BadInput(NO_LIST);
}
