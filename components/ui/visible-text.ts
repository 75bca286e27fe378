// What a reader cannot see, or what turns the direction of the text around it. Line breaks and tabs are layout.
const HIDDEN = /(?![\n\r\t])[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
// Joiners and selectors inside of emoji show themselves by what they join.
const IN_EMOJI = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D)*$/u;

/** The text with every hidden character written out, so that nothing we show can turn or hide what stands around it. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (sign, offset: number) => {
    if (
      (sign === "\u200d" || sign === "\ufe0f") &&
      IN_EMOJI.test(text.slice(Math.max(0, offset - 8), offset))
    )
      return sign;
    return `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}
