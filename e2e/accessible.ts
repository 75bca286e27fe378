import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
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
  const violations = await violationsOf(page, part);
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

/** What axe finds on a page that stays as it is meanwhile: one that changed its colours under way is read once more. */
async function violationsOf(page: Page, part: string): Promise<AxeResults["violations"]> {
  for (;;) {
    await hasSettled(page);
    const looks = await markTexts(page, part);
    await markTargets(page);
    const { violations } = await (await axeOn(page))
      .include(part)
      .exclude(REPEATED)
      .options({ resultTypes: ["violations"], preload: false })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
      .setLegacyMode()
      .analyze();
    if (violations.length === 0 || !(await page.evaluate(hasMoved))) return violations;
    for (const look of looks) MEASURED.delete(look);
  }
}

type Watched = Window & { movedSinceSettled?: boolean };

const hasMoved = () => (window as Watched).movedSinceSettled === true;

/**
 * Colours on their way from one theme to the other are of neither, and a page is whole once its styles, its fonts and the parts that
 * are sent late are there. What turns for ever is not waited for.
 */
async function hasSettled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  const settled = async () => {
    const isStill = () =>
      document.fonts.status === "loaded" &&
      document.querySelector("[hidden][id^='S:']") === null &&
      document
        .getAnimations()
        .every(
          ({ effect, playState }) =>
            playState !== "running" || !Number.isFinite(Number(effect?.getComputedTiming().endTime)),
        );
    const world = window as Watched;
    if (world.movedSinceSettled === undefined)
      for (const type of ["transitionrun", "animationstart"])
        document.addEventListener(type, () => {
          world.movedSinceSettled = true;
        });
    world.movedSinceSettled = false;
    if (!isStill()) return false;
    // What the page does with its next frames may begin another transition.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    return isStill() && !world.movedSinceSettled;
  };
  // A page that is left meanwhile is asked again where it leads.
  const look = () => page.evaluate(settled).catch(() => false);
  await expect.poll(look, { timeout: 60_000, intervals: [20] }).toBe(true);
}

/** The looks of texts that this process has measured, on whatever page: hashes of what `markTexts` says. */
const MEASURED = new Set<number>();

/**
 * Marks the texts whose contrast is measured, which is most of what axe takes its time for: of those that are alike, being the
 * same part in the same parts in the same colours, the first, once for all pages that a process reads. Colours come from classes, never from
 * the row that is shown.
 * @returns the looks that are measured for the first time
 */
async function markTexts(page: Page, part: string): Promise<readonly number[]> {
  const found = await page.evaluate(
    ([within, repeated, measured]) => {
      const known = new Set(measured);
      const fresh: number[] = [];
      const looks = new Map<Element, string>();
      const lookOf = (element: Element): string => {
        const seen = looks.get(element);
        if (seen !== undefined) return seen;
        const style = getComputedStyle(element);
        const isOff = element.matches(":disabled, [aria-disabled=true]");
        const own = [
          element.tagName,
          element.getAttribute("class"),
          isOff,
          style.color,
          style.backgroundColor,
        ];
        own.push(style.backgroundImage, style.opacity, style.fontSize, style.fontWeight, style.textShadow);
        const look = `${element.parentElement ? lookOf(element.parentElement) : ""}>${own.join("|")}`;
        looks.set(element, look);
        return look;
      };
      // FNV-1a, twice from other beginnings: 53 bits of it are more than enough for some thousand looks.
      const hashOf = (text: string): number => {
        let [low, high] = [0x811c9dc5, 0x01000193];
        for (let at = 0; at < text.length; at += 1) {
          low = Math.imul(low ^ text.charCodeAt(at), 16777619);
          high = Math.imul(high ^ text.charCodeAt(at), 2246822519);
        }
        return (high >>> 11) * 2 ** 32 + (low >>> 0);
      };
      const hasWords = (element: Element) =>
        element.matches("input, select, textarea") ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      for (const element of document.querySelectorAll("[data-measured]"))
        element.removeAttribute("data-measured");
      for (const element of document.querySelectorAll(`:is(${within}) *`)) {
        if (!hasWords(element) || element.closest(repeated)) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        const look = hashOf(lookOf(element));
        if (known.has(look)) continue;
        known.add(look);
        fresh.push(look);
        element.setAttribute("data-measured", "");
      }
      return fresh;
    },
    [part, REPEATED, [...MEASURED]] as const,
  );
  for (const look of found) MEASURED.add(look);
  return found;
}

const AXE = `${axe.source};axe.configure({ rules: [{ id: "color-contrast", selector: "[data-measured]" }, { id: "target-size", selector: "[data-target]" }] });`;

/** What somebody can press or type into. */
const TARGETS = ":is(a[href], button, input, select, textarea, summary, [role], [tabindex])";

/** As wide and as high as a target has to be (WCAG 2.5.8), in CSS pixels. */
const TARGET_PX = 24;

/**
 * Marks the targets that axe measures: those that are small, whose distance from others counts, and those that another one covers in
 * part. Of the others nothing is left to find out, and axe takes half a second for it.
 */
async function markTargets(page: Page): Promise<void> {
  await page.evaluate(
    ([targets, size]) => {
      const all = [...document.querySelectorAll(targets)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ element, box: element.getBoundingClientRect() }));
      for (const { element, box } of all) {
        const isCovered = all.some(
          ({ element: other, box: its }) =>
            its.left < box.right &&
            box.left < its.right &&
            its.top < box.bottom &&
            box.top < its.bottom &&
            !other.contains(element) &&
            !element.contains(other),
        );
        element.toggleAttribute("data-target", isCovered || box.width < size || box.height < size);
      }
    },
    [TARGETS, TARGET_PX] as const,
  );
}

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
