import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import axe from "axe-core/axe.min.js";

/**
 * How a page is checked: both widths and both themes, once each. Layout does not depend on the
 * theme, nor contrast on the width.
 */
const LOOKS = [
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;

/** The open dialog. A spec that checked the page without it need not check the inert page again. */
export const DIALOG = "dialog[open]";

/**
 * Checks the page or a part, at desktop width in light and phone width in dark: accessibility, and
 * no horizontal overflow.
 */
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

export async function expectFits(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond, page.url()).toBeLessThanOrEqual(0);
}

/**
 * Checks the first eight, each tenth and the last row of a long list: the others repeat, and a
 * hundred take seconds.
 */
const REPEATED =
  ":is(tbody > tr, [data-row], li, main section):nth-child(n + 9):not(:nth-child(10n), :last-child)";

/**
 * No serious axe violations, on the page or a part. Skips frames, which we do not have, and the
 * report of passes.
 */
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

/** The axe violations of a stable page; reads once more if colours changed meanwhile. */
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
 * Whether theme transitions have ended and styles, fonts and late parts have loaded. Ignores
 * endless animations.
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
    // The next frames may start another transition.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    return isStill() && !world.movedSinceSettled;
  };
  // If the page navigates meanwhile, the next one is asked.
  const look = () => page.evaluate(settled).catch(() => false);
  await expect.poll(look, { timeout: 60_000, intervals: [20] }).toBe(true);
}

/** Text styles this process has measured on any page, as hashes of what `markTexts` returns. */
const MEASURED = new Set<number>();

/**
 * Marks the texts whose contrast axe measures, its most expensive check. Of equal styles it marks
 * the first, once per process. Colours come from classes, never from row data.
 * @returns the newly measured styles
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
      // FNV-1a with two seeds: 53 bits are more than enough for some thousand styles.
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

/** What a person can press or type into. */
const TARGETS = ":is(a[href], button, input, select, textarea, summary, [role], [tabindex])";

/** The minimum size of a target (WCAG 2.5.8), in CSS pixels. */
const TARGET_PX = 24;

/**
 * Marks the targets that axe measures: small ones, whose distance counts, and partly covered ones.
 * Checking the others would take axe half a second without a result.
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

/** Injects axe into a page once. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  return new AxeBuilder({ page, axeSource: isThere ? ";" : AXE });
}

/**
 * Axe measures only the visible part of a target at a scroll edge, so this scrolls it to the middle
 * and asks again.
 */
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
