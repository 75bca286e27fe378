// Characters a reader cannot see or that turn the direction of text: written as the escapes JSON has for them.
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u2028\u2029\u2800\u00a0]/gu;

/** A piece of JSON text with its hidden characters written as \uXXXX; still the same JSON inside of strings. */
export function visibleJson(text: string): string {
  return text.replace(HIDDEN, (sign) =>
    [...Array(sign.length).keys()]
      .map((index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
