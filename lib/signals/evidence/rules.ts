import { validateAgainstSchema } from "@/lib/arguments/contract";
import { fieldOf } from "@/lib/calls/of-tool/rules";
import type { CallRow } from "@/lib/calls/wire";
import { parseJson } from "@/lib/core/json/parse";
import { parametersOf } from "@/lib/tools/definition";
import { type MetSchema, PEOPLE_WEIGH, type Signal } from "./types";

/** Weight of an issue: an action of a person about a tool weighs three reports. */
export function signalOf(parts: Omit<Signal, "total">): Signal {
  const { reports, corrections, rejections, edits } = parts;
  return { ...parts, total: reports + PEOPLE_WEIGH * (corrections + rejections + edits) };
}

// An underscore inside a word belongs to a name. Around a word it is Markdown.
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}_]*[\p{L}\p{N}])?/gu;

type Definition = { toolId: string; version: number; inputSchema: string };

/**
 * Wrong parameters of a call: from its gateway, else from our check against the definition in
 * force.
 */
export function metSchema(call: Pick<CallRow, "arguments" | "validation">, met: Definition): MetSchema {
  const { toolId, version, inputSchema: text } = met;
  const base = { toolId, version, parameters: readParameters(text) };
  const said = call.validation ?? [];
  if (said.length > 0)
    return {
      ...base,
      judge: "gateway",
      unchecked: null,
      wrong: byName(said.map((one) => [one.path, one.message])),
    };
  if (!call.arguments)
    return { ...base, judge: "check", unchecked: "the gateway reported no arguments", wrong: [] };
  const check = validateAgainstSchema(parseJson(call.arguments.text), text);
  return check.checked
    ? {
        ...base,
        judge: "check",
        unchecked: null,
        wrong: byName(check.violations.map(({ pointer, message }) => [pointer, message])),
      }
    : { ...base, judge: "check", unchecked: check.why, wrong: [] };
}

const inWords = (text: string) => ` ${(text.toLowerCase().match(WORD) ?? []).join(" ")} `;

/**
 * Splits names into those a text mentions in any spelling, and those it does not. Skips entries
 * that are not names.
 */
export function namedIn(text: string, names: readonly string[]): { names: string[]; silentAbout: string[] } {
  const said = inWords(text);
  const asked = names.filter((name) => name !== "");
  return {
    names: asked.filter((name) => said.includes(inWords(name))),
    silentAbout: asked.filter((name) => !said.includes(inWords(name))),
  };
}

function readParameters(text: string) {
  try {
    return parametersOf({ text, root: parseJson(text) });
  } catch {
    return []; // an invalid definition has no parameters to show
  }
}

function byName(found: readonly (readonly [path: string, message: string])[]): MetSchema["wrong"] {
  const names = new Map<string, string>();
  for (const [path, message] of found) {
    const name = fieldOf(path);
    if (!names.has(name)) names.set(name, message);
  }
  return [...names].map(([name, message]) => ({ name, message }));
}
