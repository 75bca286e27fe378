import type { Condition } from "@/lib/policies/conditions/condition";
import type { KeyOf, Kind } from "@/lib/policies/conditions/types";
import type { PolicyAction } from "@/lib/policies/types";
import type { TextOf } from "./match-texts";
import type { PolicyText } from "./texts";
import type { Offers } from "./use-offers";

/** The server's messages by field, keyed by path in a policy ("match/tools/0"). */
export type Errors = Readonly<Record<string, string>>;

/** The messages as sentences. */
export function inSentences(errors: Errors): Errors {
  const said = Object.entries(errors).map(([place, text]) => [
    place,
    `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`,
  ]);
  return Object.fromEntries(said);
}

/** The error of a list, or of its first invalid line or entry, by number. */
export function errorIn(errors: Errors, place: string, one: "Line" | "Entry" = "Line"): string | undefined {
  const whole = errors[place];
  if (whole !== undefined) return whole;
  const inside = Object.keys(errors).find((path) => path.startsWith(`${place}/`));
  if (inside === undefined) return undefined;
  const line = Number(inside.slice(place.length + 1).split("/")[0]);
  return Number.isInteger(line) ? `${one} ${line + 1}: ${errors[inside]}` : errors[inside];
}

/** Props of each part of the form. */
export type PartProps = {
  text: PolicyText;
  onChange: (part: Partial<PolicyText>) => void;
  errors: Errors;
};

/** Props of parts that offer names or arguments to pick. */
export type OfferingProps = PartProps & { offers: Offers };

export type ConditionProps<K extends Kind> = {
  /** Its name in the form. */
  name: KeyOf<K>;
  /** Its path in a policy, "match/tools". */
  place: string;
  field: Condition["field"];
  value: TextOf[K];
  onChange: (value: TextOf[K]) => void;
  action: PolicyAction;
  errors: Errors;
  offers: Offers;
};
