import type { CallForPolicies } from "../call";
import type { AskedOf, Kind } from "./types";

type Fit = boolean | undefined;

/** A condition compiled to judge many calls. `words`: computed on demand. */
export type Compiled = { fits: (call: CallForPolicies) => Fit; words: () => string };

/** The condition's field in the form. `rare`: the common name of the collapsed fields. */
type FormField = { label: string; hint?: string; hintToAllow?: string; rare?: string };

/** `allows`: the policy allows calls, so that the stricter reading matches less. */
export type Condition<K extends Kind = Kind> = {
  field: FormField;
  compile(asked: AskedOf[K], allows: boolean): readonly Compiled[];
  /** Only for conditions in use: "to send-broadcast or delete-*". */
  words(asked: AskedOf[K], allows: boolean): string;
};
