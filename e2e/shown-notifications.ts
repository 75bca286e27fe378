import type { Page } from "@playwright/test";

export type Shown = { title: string; body: string; silent: boolean | null; path: unknown };

/**
 * The notifications that this page's browser shows, of the real service worker. Reads under the worker's lock: Chromium
 * forgets one that is shown meanwhile.
 */
export function shownIn(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    const read = async () => (await worker?.getNotifications()) ?? [];
    const all = await navigator.locks.request("notifications", read);
    return all.map(({ title, body, silent, data }) => ({ title, body, silent, path: data?.path }));
  });
}
