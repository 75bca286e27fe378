import { expect, type Locator, type Page } from "@playwright/test";

/** Waits until a control is alive: what is pressed or chosen before that is lost, or an ordinary form post. */
export async function isLive(control: Locator): Promise<void> {
  // Looked at frame by frame: asked from here, it would be known a quarter of a second late. The control may be another one meanwhile.
  const lives = () =>
    control.evaluate(async (node) => {
      const isAlive = () => Object.keys(node).some((key) => key.startsWith("__reactProps"));
      for (let frames = 0; frames < 20 && node.isConnected && !isAlive(); frames += 1)
        await new Promise((next) => setTimeout(next, 16));
      return isAlive();
    });
  await expect.poll(lives, { intervals: [0] }).toBe(true);
}

/** The same for the page's first form. */
export const formIsLive = (page: Page): Promise<void> => isLive(page.locator("form").first());

/**
 * Presses until it had an effect: the page ignores presses that come right after something moved, and other specs move the
 * queue all the time. Pressing twice does no harm. The first effect is not waited for as long as others: what was ignored has none.
 */
export const press = (button: Locator, effect: Locator): Promise<void> =>
  until(effect, () => button.click({ timeout: 1_000 }));

/** The same for a key that does no harm when it is pressed twice: a page that just arrived does not listen yet. */
export const pressKey = (page: Page, key: string, effect: Locator): Promise<void> =>
  until(effect, () => page.keyboard.press(key));

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
 * Presses a key that moves the focus until it is where it should be, and not once more: the focus has moved when the press is
 * over, so a press after which it stays was not heard yet.
 */
export async function pressToFocus(page: Page, key: string, on: Locator): Promise<void> {
  const isThere = () => on.evaluateAll((all) => all.some((one) => one === document.activeElement));
  await expect(async () => {
    if (!(await isThere())) await page.keyboard.press(key);
    expect(await isThere()).toBe(true);
  }).toPass({ timeout: 60_000, intervals: [50] });
}
