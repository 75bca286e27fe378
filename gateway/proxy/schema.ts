import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { textAt, withoutMember } from "../client/json-text";

export const RATIONALE_CHARS_MIN = 10;
export const RATIONALE_CHARS_MAX = 500;

const DESCRIPTION =
  "One sentence on why you are making this call, in your own words: the goal, not the parameters. " +
  `${RATIONALE_CHARS_MIN} to ${RATIONALE_CHARS_MAX} characters. A person may read it before the call is allowed.`;

/**
 * The rationale's place in a tool's arguments. `strip`: our own parameter, removed before the call.
 * `share`: the tool has its own text parameter `rationale`, so one value serves both and stays.
 */
type RationaleField = { name: string; use: "strip" | "share" };

/** Its place for a tool without a parameter of that name. */
export const PLAIN_RATIONALE: RationaleField = { name: "rationale", use: "strip" };

type Properties = Record<string, Record<string, unknown>>;

function ownRationale(tool: Tool): Record<string, unknown> | undefined {
  return (tool.inputSchema.properties as Properties | undefined)?.rationale;
}

export function rationaleFieldOf(tool: Tool): RationaleField {
  const own = ownRationale(tool);
  if (!own) return PLAIN_RATIONALE;
  // A `rationale` that is not text has another meaning, so ours takes another name.
  return own.type === "string"
    ? { name: "rationale", use: "share" }
    : { name: "countersign_rationale", use: "strip" };
}

/**
 * The tool as agents see it: with the required rationale, and a pointer to an existing cheatsheet.
 */
export function advertise(tool: Tool, cheatsheetUri: string | null): Tool {
  const { execution: _tasksRunInTheProxy, ...rest } = tool;
  const field = rationaleFieldOf(tool);
  const own = field.use === "share" ? ownRationale(tool) : undefined;
  const parameter = own
    ? { ...own, description: [own.description, DESCRIPTION].filter(Boolean).join(" ") }
    : {
        type: "string",
        minLength: RATIONALE_CHARS_MIN,
        maxLength: RATIONALE_CHARS_MAX,
        description: DESCRIPTION,
      };
  const required = [...new Set([...(tool.inputSchema.required ?? []), field.name])];
  const description = cheatsheetUri
    ? `Before any write or non-trivial query, read the resource ${cheatsheetUri} first; do not guess names. ${tool.description ?? ""}`.trim()
    : tool.description;
  return {
    ...rest,
    ...(description === undefined ? {} : { description }),
    inputSchema: {
      ...tool.inputSchema,
      properties: { ...tool.inputSchema.properties, [field.name]: parameter },
      required,
    },
  };
}

export type SplitArguments =
  | { rationale: string; toolArguments: string }
  | { problem: string; given: string };

/** Removes the rationale from the raw arguments and checks it; the rest keeps its bytes. */
export function splitArguments(argumentsText: string, field: RationaleField): SplitArguments {
  const raw = textAt(argumentsText, [field.name]);
  const value: unknown = raw === undefined ? undefined : JSON.parse(raw);
  const given = typeof value === "string" ? value : "";
  const length = given.trim().length;
  if (length < RATIONALE_CHARS_MIN || given.length > RATIONALE_CHARS_MAX) {
    const found =
      value === undefined
        ? "it is missing"
        : typeof value === "string"
          ? `it has ${length}`
          : "it is not text";
    const problem =
      `The parameter "${field.name}" must be ${RATIONALE_CHARS_MIN} to ${RATIONALE_CHARS_MAX} characters; ${found}. ` +
      "Say in one sentence why you are making this call, then repeat it. The tool was not run.";
    return { problem, given };
  }
  return {
    rationale: given,
    toolArguments: field.use === "share" ? argumentsText : withoutMember(argumentsText, field.name),
  };
}
