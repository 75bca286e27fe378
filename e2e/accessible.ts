import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import axe from "axe-core/axe.min.js";

/**
 * How a page is read for accessibility and fit: both widths and both themes, each once. What fits does not hang on the theme, and
 * which colours meet does not hang on the width.
 */
const LOOKS = [
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;

/** What is open in front of a page: whoever reads the page without it need not read it again behind it, where nobody gets. */
export const DIALOG = "dialog[open]";

/** The page as it stands, or a part of it, at a desk in the light and then on a phone in the dark: accessible, and nothing wider than the screen. */
export async function expectAccessibleEverywhere(page: Page, part = ":root"): Promise<void> {
  const desk = page.viewportSize();
  for (const { colorScheme, ...size } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await expectAccessible(page, part);
    await expectFits(page);
  }
  await page.emulateMedia({ colorScheme: "light" });
  if (desk) await page.setViewportSize(desk);
}

/** Nothing is wider than the screen. */
export async function expectFits(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond, page.url()).toBeLessThanOrEqual(0);
}

/** Of a long list the first eight are read, each tenth and the last: most rows are the same part again, and a page of a hundred takes seconds. */
const REPEATED =
  ":is(tbody > tr, [data-row], li, main section):nth-child(n + 9):not(:nth-child(10n), :last-child)";

/** Nothing serious according to axe, on the page or in a part of it. Without the mode for frames, of which we have none, and without the report of what is right. */
export async function expectAccessible(page: Page, part = ":root"): Promise<void> {
  await hasSettled(page);
  await markTexts(page);
  const { violations } = await (await axeOn(page))
    .include(part)
    .exclude(REPEATED)
    .options({ resultTypes: ["violations"], preload: false })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .setLegacyMode()
    .analyze();
  const serious: { id: string; nodes: string[] }[] = [];
  for (const { id, impact, nodes } of violations) {
    if (impact !== "serious" && impact !== "critical") continue;
    const wrong = [];
    for (const { target, html, failureSummary } of nodes)
      if (id !== "target-size" || (await isTooSmall(page, String(target))))
        wrong.push(`${html} ${failureSummary}`);
    if (wrong.length > 0) serious.push({ id, nodes: wrong });
  }
  expect(serious).toEqual([]);
}

/** Colours on their way from one theme to the other are of neither. What turns for ever is not waited for. */
async function hasSettled(page: Page): Promise<void> {
  const settled = () =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== "running" || !Number.isFinite(Number(effect?.getComputedTiming().endTime)),
      );
  await page.waitForFunction(settled, undefined, { polling: 20 });
}

/**
 * Marks the texts whose contrast is measured, which is most of what axe takes its time for: of those that are alike, being the
 * same part in the same parts in the same colours, the first three. Colours come from classes, never from the row that is shown.
 */
async function markTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ALIKE_MAX = 3;
    const found = new Map<string, number>();
    const looks = new Map<Element, string>();
    const lookOf = (element: Element): string => {
      const known = looks.get(element);
      if (known !== undefined) return known;
      const style = getComputedStyle(element);
      const isOff = element.matches(":disabled, [aria-disabled=true]");
      const own = [element.tagName, element.getAttribute("class"), isOff, style.color, style.backgroundColor];
      own.push(style.backgroundImage, style.opacity, style.fontSize, style.fontWeight, style.textShadow);
      const look = `${element.parentElement ? lookOf(element.parentElement) : ""}>${own.join("|")}`;
      looks.set(element, look);
      return look;
    };
    const hasWords = (element: Element) =>
      element.matches("input, select, textarea") ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    for (const element of document.body.querySelectorAll("*")) {
      element.removeAttribute("data-measured");
      if (!hasWords(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
      const look = lookOf(element);
      const alike = found.get(look) ?? 0;
      found.set(look, alike + 1);
      if (alike < ALIKE_MAX) element.setAttribute("data-measured", "");
    }
  });
}

const AXE = `${axe.source};axe.configure({ rules: [{ id: "color-contrast", selector: "[data-measured]" }] });`;

/** Sends axe to a page once, however often it is asked. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  return new AxeBuilder({ page, axeSource: isThere ? ";" : AXE });
}

/** Of a target at the edge of what scrolls, axe measures what is left of it, so it is asked again with the target in the middle of the view. */
async function isTooSmall(page: Page, selector: string): Promise<boolean> {
  await page
    .locator(selector)
    .first()
    .evaluate((node) => node.scrollIntoView({ block: "center", behavior: "instant" }));
  const { violations } = await (await axeOn(page))
    .include(selector)
    .withRules(["target-size"])
    .setLegacyMode()
    .analyze();
  return violations.length > 0;
}
