import type { Condition } from "@/lib/policies/conditions/condition";
import type { Kind } from "@/lib/policies/conditions/types";
import type { PolicyAction } from "@/lib/policies/types";
import type { TextOf } from "./match-texts";
import type { PolicyText } from "./texts";

/** What the server says of fields, by their places in a policy as it is written ("match/tools/0"). */
export type Errors = Readonly<Record<string, string>>;

/** The same as sentences, for people. */
export function inSentences(errors: Errors): Errors {
  const said = Object.entries(errors).map(([place, text]) => [
    place,
    `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`,
  ]);
  return Object.fromEntries(said);
}

/** What is wrong with a list or within it: the first line that is wrong, by its number. */
export function errorIn(errors: Errors, place: string): string | undefined {
  const whole = errors[place];
  if (whole !== undefined) return whole;
  const inside = Object.keys(errors).find((one) => one.startsWith(`${place}/`));
  if (inside === undefined) return undefined;
  const line = Number(inside.slice(place.length + 1).split("/")[0]);
  return Number.isInteger(line) ? `Line ${line + 1}: ${errors[inside]}` : errors[inside];
}

/** What each part of the form is given. */
export type PartProps = {
  text: PolicyText;
  onChange: (part: Partial<PolicyText>) => void;
  errors: Errors;
};

/** What the field of a condition is given. */
export type ConditionProps<K extends Kind> = {
  /** Its name in the form. */
  name: string;
  /** Its place in a policy as it is written, "match/tools". */
  place: string;
  field: Condition["field"];
  value: TextOf[K];
  onChange: (value: TextOf[K]) => void;
  action: PolicyAction;
  errors: Errors;
};
