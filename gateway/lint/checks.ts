import type { Surroundings, ToolDefinition } from "./definition";
import { RULES } from "./finding";
import type { Place } from "./places";
import type { Finding, FindingCode } from "./types";

/** The input of every check of one tool. */
type Looked = {
  definition: ToolDefinition;
  words: string;
  places: readonly Place[];
  around: Surroundings;
};

export type Check = (looked: Looked) => Finding[];

/** A finding; its message names what was found, the rule has the fix. */
export function finding(
  code: FindingCode,
  pointer: string,
  message: string,
  more: Partial<Omit<Finding, "code" | "pointer" | "message">> = {},
): Finding {
  return {
    code,
    severity: "info",
    pointer,
    message: `${message} ${RULES[code].fix}`,
    fields: [],
    proposal: null,
    patch: null,
    ...more,
  };
}

/** A finding about one parameter, named first in the message. */
export function about(
  code: FindingCode,
  place: Place,
  message: string,
  more: Partial<Omit<Finding, "code" | "pointer" | "message" | "fields">> = {},
): Finding {
  return finding(code, place.pointer, `"${place.path}" ${message}`, { fields: [place.path], ...more });
}
