// Allowed characters of names: visible, on one line, in writing order, so that different names look
// different. Excludes controls, line breaks, direction marks and invisible characters. White space
// is allowed inside only, as a space or an ideographic space.
const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f`;

/** The name of a tool, provider, agent, session or tenant. Length is checked elsewhere. */
export const IDENTIFIER = new RegExp(`^(?!\\s)(?=[\\s\\u2800]*[^\\s\\u2800])[^${UNSEEN}]+(?<!\\s)$`, "u");

export const IDENTIFIER_FORM =
  "not blank, without white space at the ends, and without control, line-break, direction, zero-width or no-break characters";
