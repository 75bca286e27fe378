import { revealedText } from "@/lib/core/text/reveal";

/** What the page demanded of a person before their yes: what they typed, which folded parts they opened, how long they had it. */
export type Seen = { typed?: string; opened?: string[]; ms?: number };

/** Whether the text is what was asked for, to the character. A hidden one may be typed as it is shown: `⟨U+200B⟩`. */
export function typedRight(typed: string, expected: string): boolean {
  const text = typed.trim();
  return text !== "" && (text === expected.trim() || text === revealedText(expected.trim()));
}
