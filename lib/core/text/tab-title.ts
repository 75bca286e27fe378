import { revealedText } from "./reveal";

const TAB_TITLE_MAX = 70;

/** Foreign text as the title of a browser tab: one line, hidden characters spelled out, cut. */
export function tabTitle(text: string): string {
  const signs = [...revealedText(text.replace(/\s+/g, " ").trim())];
  return signs.length > TAB_TITLE_MAX ? `${signs.slice(0, TAB_TITLE_MAX - 1).join("")}…` : signs.join("");
}
