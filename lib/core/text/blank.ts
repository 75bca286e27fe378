// Invisible characters: white space, controls, format characters, and blanks that Unicode counts as
// letters or symbols.
const UNSEEN = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

export const isBlank = (text: string): boolean => text.replace(UNSEEN, "") === "";

/** Text without outer white space; empty if nothing is visible. */
export const saidText = (text: string): string => (isBlank(text) ? "" : text.trim());

/** Text for counting: without outer white space and invisible characters. */
export const seenText = (text: string): string =>
  text.replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]+/gu, "").trim();
