import type { CallForPolicies } from "../call";
import type { AskedOf, Kind } from "./types";

/** Undefined: it cannot be told. */
type Fit = boolean | undefined;

/** A condition that was read once, to judge many calls. `words`: made only where somebody asks for them. */
export type Compiled = { fits: (call: CallForPolicies) => Fit; words: () => string };

/** How the form asks for it. `rare`: what the fields that are folded away are called together. */
type FormField = { label: string; hint?: string; hintToAllow?: string; rare?: string };

/** One thing that a policy may ask of a call. `allows`: the policy lets calls pass, so that the reading that guards more fits less. */
export type Condition<K extends Kind = Kind> = {
  field: FormField;
  compile(asked: AskedOf[K], allows: boolean): readonly Compiled[];
  /** Only of what is asked: "to send-broadcast or delete-*". */
  words(asked: AskedOf[K], allows: boolean): string;
};
