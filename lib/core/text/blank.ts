// What nobody can see: white space, controls, format and other invisible characters, and the blanks that Unicode counts as letters or symbols.
const UNSEEN = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** Whether nothing in a text can be seen: one zero-width space is no reason. */
export const isBlank = (text: string): boolean => text.replace(UNSEEN, "") === "";

/** What somebody said, without white space at its ends; empty where nothing of it can be seen. */
export const saidText = (text: string): string => (isBlank(text) ? "" : text.trim());

/** What is counted of a text: without white space at its ends, and without what nobody can see. */
export const seenText = (text: string): string =>
  text.replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]+/gu, "").trim();
