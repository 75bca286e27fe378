import { keysOf } from "@/gateway/refusals/literals";
import type { Json, Key, Keyword, Row } from "@/gateway/refusals/types";
import { secretSpans } from "@/lib/arguments/secrets";
import { fieldAt } from "@/lib/calls/rules";
import { type JsonNode, parseJson } from "@/lib/core/json/parse";
import { type Refused, saidOf } from "../hot-spots";
import type { Violation } from "./types";

const KINDS: Partial<Record<Keyword, Violation["kind"]>> = {
  required: "missing",
  additionalProperties: "unknown",
  type: "type",
};

const kindOf = (keyword: Keyword): Violation["kind"] => KINDS[keyword] ?? "value";

// Used if the message cannot be quoted.
const WORDS: Record<Violation["kind"], string> = {
  value: "refused this value",
  type: "refused this type",
  missing: "required, and left out",
  unknown: "not a parameter of the tool",
};

const MESSAGE_MAX = 500;

/**
 * What each part of a refusal says: which field, and whether its value, its type, its absence or
 * its name was wrong.
 */
export function violationsOf(
  rows: readonly Row[] | null,
  argumentsText: string | null,
  { message, isRefusal }: Pick<Refused, "message" | "isRefusal"> = { message: null, isRefusal: true },
): Violation[] {
  const sent = argumentsText === null ? null : parseJson(argumentsText);
  const args: Json = argumentsText === null ? {} : JSON.parse(argumentsText);
  const said = saidOf({ rows, message, isRefusal, arguments: args });
  const words = said.length === 1 && sent && !repeatsSecret(message, argumentsText, sent) ? message : null;
  return said.flatMap(({ path, keyword, row }) => {
    const reported = row === undefined ? undefined : rows?.[row];
    const keys = path === null ? [] : keysOf(path);
    if (keys.length === 0) return [];
    const kind = kindOf(keyword);
    const value = kind === "missing" ? null : (reported?.received_json ?? textAt(sent, argumentsText, keys));
    return [
      {
        field: fieldAt(keys),
        kind,
        value,
        message: reported?.message ?? words?.slice(0, MESSAGE_MAX).toWellFormed() ?? WORDS[kind],
      },
    ];
  });
}

/** Whether a message repeats a secret from the arguments. Validators quote whole inputs. */
function repeatsSecret(message: string | null, text: string | null, sent: JsonNode): boolean {
  return secretSpans(sent).some(({ start, end }) => {
    const secret = text?.slice(start, end).replace(/^"|"$/g, "") ?? "";
    return secret !== "" && message?.includes(secret);
  });
}

/** The exact text sent at a path; null if unknown. */
function textAt(root: JsonNode | null, text: string | null, keys: readonly Key[]): string | null {
  let at: JsonNode | null | undefined = root;
  for (const key of keys)
    at =
      at?.kind === "object"
        ? at.members.find((member) => member.key === String(key))?.value
        : at?.kind === "array"
          ? at.items[Number(key)]
          : null;
  return at && text !== null ? text.slice(at.start, at.end) : null;
}
