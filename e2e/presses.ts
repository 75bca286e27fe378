import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Waits until a control is hydrated: an earlier press or choice is lost, or an ordinary form post.
 */
export async function isLive(control: Locator): Promise<void> {
  // Polls frame by frame in the page: polling from here would be a quarter of a second late. The
  // control may be replaced meanwhile.
  const lives = () =>
    control.evaluate(async (node) => {
      const isAlive = () => Object.keys(node).some((key) => key.startsWith("__reactProps"));
      for (let frames = 0; frames < 20 && node.isConnected && !isAlive(); frames += 1)
        await new Promise((next) => setTimeout(next, 16));
      return isAlive();
    });
  await expect.poll(lives, { intervals: [0] }).toBe(true);
}

/** Waits for the page's first form. */
export const formIsLive = (page: Page): Promise<void> => isLive(page.locator("form").first());

/**
 * Presses until it has an effect: the page ignores presses right after a layout shift, and other
 * specs move the queue. A second press is harmless. The first wait is short, because an ignored
 * press has no effect.
 */
export const press = (button: Locator, effect: Locator): Promise<void> =>
  until(effect, () => button.click({ timeout: 1_000 }));

/** The same for a key that is harmless when pressed twice: a new page does not listen yet. */
export const pressKey = (page: Page, key: string, effect: Locator): Promise<void> =>
  until(effect, () => page.keyboard.press(key));

/** Esc leaves a field of a dialog first, then the dialog. */
export async function leaveDialog(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  if (await dialog.locator(":is(input:not([type=radio]), textarea, select):focus").count())
    await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

async function until(effect: Locator, act: () => Promise<void>): Promise<void> {
  let timeout = 400;
  await expect(async () => {
    if (!(await effect.isVisible())) await act();
    const seen = effect.waitFor({ timeout });
    timeout = Math.min(timeout * 2, 10_000);
    await seen;
  }).toPass({ timeout: 60_000, intervals: [50] });
}

/**
 * Presses a key until the focus is on the target, and not once more. The focus moves before the
 * press ends, so an unmoved focus means that the page does not listen yet.
 */
export async function pressToFocus(page: Page, key: string, on: Locator): Promise<void> {
  const isThere = () => on.evaluateAll((all) => all.some((one) => one === document.activeElement));
  await expect(async () => {
    if (!(await isThere())) await page.keyboard.press(key);
    expect(await isThere()).toBe(true);
  }).toPass({ timeout: 60_000, intervals: [50] });
}

/** Opens a list's menu of filters, and returns it. */
export async function openFilters(page: Page): Promise<Locator> {
  const menu = page.getByRole("group", { name: "Filters" });
  const button = page.getByRole("button", { name: /^Filter/ });
  await isLive(button);
  await press(button, menu);
  return menu;
}
