import { expect, type Page } from "@playwright/test";
import { appInfo } from "./app";
import { failOnConsoleErrors, test } from "./fixtures";

// The picture of a page that does not depend on the day, made with Debian's Chromium and this
// project's fonts. Small changes of colour or distance fail. After an intended change: npx
// playwright test e2e/pictures.spec.ts --update-snapshots

// One per cent of a border's lightness or one pixel of space fails; the tolerance covers rounding
// at glyph edges.
const EXACT = { threshold: 0.005, maxDiffPixels: 60 };

const LOOKS = [
  { name: "desk", width: 1280, colorScheme: "light" },
  { name: "desk-dark", width: 1280, colorScheme: "dark" },
  { name: "phone", width: 390, colorScheme: "light" },
] as const;

/** The page without hover or focus, with its fonts loaded. */
async function shot(page: Page, name: string): Promise<void> {
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await document.fonts.ready;
  });
  await expect.soft(page).toHaveScreenshot(`${name}.png`, EXACT);
}

for (const { name: look, width, colorScheme } of LOOKS)
  test.describe(`on a ${look}`, { tag: "@pictures" }, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme, timezoneId: "UTC" });

    test("signing in", async ({ page }) => {
      const { url } = appInfo();
      failOnConsoleErrors(page);
      await page.goto(`${url}/signin`);
      await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
      await shot(page, `signin-${look}`);
    });
  });
