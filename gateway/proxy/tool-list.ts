import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { isObject, type Members } from "./odd-messages";

/** A repaired or omitted tool that violates MCP. `tool` is its name, or its index. */
type OddTool = { tool: string; done: "left out" | "mended"; problems: string[] };

class Unusable extends Error {}

/**
 * The callable tools of a server's list, in order. JSON Schema passes unchanged. A tool with an
 * invalid member is repaired, an uncallable one omitted, without effect on the others.
 */
export function usableTools(listed: readonly unknown[]): { tools: Tool[]; odd: OddTool[] } {
  const tools = new Map<string, Tool>();
  const odd: OddTool[] = [];
  for (const [index, given] of listed.entries()) {
    const name = isObject(given) && typeof given.name === "string" ? given.name : `number ${index + 1}`;
    const problems: string[] = [];
    try {
      const tool = mended(given, problems);
      if (tools.has(tool.name)) throw new Unusable("the list has an earlier tool of this name");
      tools.set(tool.name, tool);
      if (problems.length > 0) odd.push({ tool: name, done: "mended", problems });
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      odd.push({ tool: name, done: "left out", problems: [error.message] });
    }
  }
  return { tools: [...tools.values()], odd };
}

/** Members that an agent's SDK accepts in one form only. */
const FORMS: Record<string, (value: unknown) => boolean> = {
  title: (value) => typeof value === "string",
  description: (value) => typeof value === "string",
  annotations: isObject,
  icons: (value) =>
    Array.isArray(value) && value.every((icon) => isObject(icon) && typeof icon.src === "string"),
  execution: isObject,
  _meta: isObject,
};

function mended(given: unknown, problems: string[]): Tool {
  if (!isObject(given)) throw new Unusable("it is not an object");
  if (typeof given.name !== "string" || given.name.trim() === "") throw new Unusable("it has no name");
  const { inputSchema, outputSchema, ...members } = given;
  const output = outputOf(outputSchema, problems);
  return {
    ...formed(members, FORMS, problems),
    ...(isObject(members.annotations) ? { annotations: formed(members.annotations, HINTS, problems) } : {}),
    inputSchema: inputOf(inputSchema, problems),
    ...(output ? { outputSchema: output } : {}),
  } as Tool;
}

const isBoolean = (value: unknown) => typeof value === "boolean";
const HINTS: typeof FORMS = {
  title: (value) => typeof value === "string",
  readOnlyHint: isBoolean,
  destructiveHint: isBoolean,
  idempotentHint: isBoolean,
  openWorldHint: isBoolean,
};

/** The members in valid form. */
function formed(members: Members, forms: typeof FORMS, problems: string[]): Members {
  const odd = Object.entries(forms).flatMap(([name, fits]) =>
    members[name] === undefined || fits(members[name]) ? [] : [name],
  );
  for (const name of odd)
    problems.push(members[name] === null ? `${name} is null` : `${name} is of a form that MCP does not have`);
  return Object.fromEntries(Object.entries(members).filter(([name]) => !odd.includes(name)));
}

type ObjectSchema = Tool["inputSchema"];

function inputOf(given: unknown, problems: string[]): ObjectSchema {
  if (isObject(given)) {
    if (!takesObject(given)) throw new Unusable("its inputSchema takes no object");
    if (given.type !== "object") problems.push('inputSchema lacks "type": "object"');
    return objectSchema(given, "inputSchema", problems);
  }
  // PHP writes an empty object as [].
  const open = given === undefined || given === null || given === true || isEmptyList(given);
  if (!open) throw new Unusable("its inputSchema takes no object");
  problems.push("it has no inputSchema");
  return { type: "object" };
}

function outputOf(given: unknown, problems: string[]): ObjectSchema | undefined {
  if (given === undefined) return undefined;
  // An empty schema such as {} is better omitted: agents' SDKs require a structured result if one
  // is declared.
  if (!isObject(given) || Object.keys(given).length === 0 || !takesObject(given)) {
    problems.push("outputSchema is left out, because it describes no object");
    return undefined;
  }
  if (given.type !== "object") problems.push('outputSchema lacks "type": "object"');
  return objectSchema(given, "outputSchema", problems);
}

function takesObject({ type }: Members): boolean {
  return (Array.isArray(type) ? type : [type ?? "object"]).includes("object");
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const isSchema = (value: unknown) => isObject(value) || typeof value === "boolean";

/** The schema unchanged, except for members at its first level that no reader accepts. */
function objectSchema(given: Members, which: string, problems: string[]): ObjectSchema {
  const { properties, required } = given;
  const fine =
    properties === undefined || (isObject(properties) && Object.values(properties).every(isSchema));
  const listed =
    required === undefined || (Array.isArray(required) && required.every((name) => typeof name === "string"));
  if (!fine) problems.push(`properties of ${which} are not all schemas`);
  if (!listed) problems.push(`required of ${which} is not a list of names`);
  return {
    ...given,
    type: "object",
    ...(fine ? {} : { properties: isObject(properties) ? withSchemas(properties) : {} }),
    ...(listed ? {} : { required: [] }),
  } as ObjectSchema;
}

function withSchemas(properties: Members): Record<string, object> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, isSchema(value) ? value : {}]),
  ) as Record<string, object>;
}
