// What may stand in the name of a thing: something one can see, on one line, in the order it is written. Two names that look the
// same are then hardly ever two, and none can hide in a list. Controls, line breaks, direction marks, zero-width and other
// invisible characters are out; the blank of braille is a blank. So is white space at the ends, and inside all but the plain space and
// the wide one between East Asian names.
const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f`;

/** A name that identifies something: a tool, a provider, an agent, a session, a tenant. Its length is for others to bound. */
export const IDENTIFIER = new RegExp(`^(?!\\s)(?=[\\s\\u2800]*[^\\s\\u2800])[^${UNSEEN}]+(?<!\\s)$`, "u");

/** The same in words. */
export const IDENTIFIER_FORM =
  "not blank, without white space at the ends, and without control, line-break, direction, zero-width or no-break characters";
