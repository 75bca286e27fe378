import type { CDPSession, Page } from "@playwright/test";
import {
  aBrowserAt,
  aPushService,
  type PushService,
} from "../lib/delivery/channels/push/testing/push-service";
import { expectAccessibleEverywhere } from "./accessible";
import { approveOf } from "./calls-in-list";
import { expect, isLive, press, test, token } from "./fixtures";
import { aPersonWith } from "./made";
import { shownIn } from "./shown-notifications";

// Push on a phone. The browser's own push service is on the internet, so `subscribe` is given an address of a local one,
// which decrypts what it gets; that is then handed to the real service worker by the browser's developer tools.

const TRIAL = "Push notifications work";

let service: PushService;

test.beforeAll(async () => {
  service = await aPushService();
});
test.afterAll(() => service.close());

/** Gives `subscribe` another push service; a subscription lasts as long as the tab. */
async function subscribesAt(page: Page, subscription: object): Promise<void> {
  await page.addInitScript((given) => {
    const made = () => ({
      ...given,
      options: { applicationServerKey: null },
      toJSON: () => given,
      unsubscribe: async () => sessionStorage.removeItem("pushed"),
    });
    const own = () => (sessionStorage.getItem("pushed") ? made() : null);
    Object.assign(PushManager.prototype, {
      getSubscription: async () => own(),
      subscribe: async () => {
        sessionStorage.setItem("pushed", "yes");
        return made();
      },
    });
  }, subscription);
}

async function deliverer(page: Page, origin: string): Promise<(payload: object) => Promise<void>> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin));
      if (found) resolve(found.registrationId);
    }),
  );
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered;
  return async (payload) => {
    await cdp.send("ServiceWorker.deliverPushMessage", {
      origin,
      registrationId,
      data: JSON.stringify(payload),
    });
  };
}

test("a phone is added, gets a call, opens it from the notification, and learns the outcome", {
  tag: "@windows",
}, async ({ app, api, pageOf }) => {
  const ines = await aPersonWith("approver", { name: "Ines Approver" });
  const page = await pageOf(ines, { width: 390 });
  const phone = `/phone-${token()}`;
  const browser = aBrowserAt(service, phone);
  await subscribesAt(page, browser.subscription);
  await page.context().grantPermissions(["notifications"], { origin: app.url });
  await page.goto("/settings/profile#push");
  const part = page.getByRole("region", { name: "Push notifications" });
  const turnOn = part.getByRole("button", { name: "Turn on push on this device" });
  await isLive(turnOn);
  await press(turnOn, part.getByText("This device is notified, also when Countersign is closed."));
  const devices = part.getByRole("list", { name: "Devices with push" });
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expect(devices).toContainText("Added in this session");
  await expect(devices).toContainText("never notified");
  await expectAccessibleEverywhere(page);

  await press(
    part.getByRole("button", { name: "Send a test to your devices" }),
    part.getByText("The push service took it."),
  );
  await expect(devices).toContainText("last notified");
  // Calls of other tests ring here too.
  const got = service.taken
    .filter((one) => one.path === phone)
    .map(({ body }) => browser.read(body) as { title: string });
  const payload = got.find(({ title }) => title === TRIAL) ?? {};
  const deliver = await deliverer(page, app.url);
  await deliver(payload);
  await expect.poll(() => shownIn(page)).toMatchObject([{ title: TRIAL }]);

  const { id } = await api.aPendingApproval({ risk: "low", summary: "Look up the order" });
  const path = `/approvals/${id}`;
  const call = { title: "Low risk: resend · send-broadcast waits for you", body: "acme", tag: id, path };
  await deliver({ ...call, until: Date.now() + 3_600_000, closed: false });
  const ofCall = async () => (await shownIn(page)).filter((one) => one.path === path);
  await expect
    .poll(ofCall)
    .toMatchObject([{ title: call.title, body: expect.stringMatching(/^acme\nDecide by .*\d/) }]);

  // A press: browsers let a page come to the front only for a real one.
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async (pressed) => {
    const self = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      WindowClient: { prototype: object };
      NotificationEvent: new (type: string, init: object) => Event;
    };
    Object.assign(self.WindowClient.prototype, {
      async focus() {
        return this;
      },
    });
    const all = await self.registration.getNotifications();
    const notification = all.find(({ data }) => data.path === pressed);
    globalThis.dispatchEvent(new self.NotificationEvent("notificationclick", { notification }));
  }, path);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect.poll(ofCall).toEqual([]);
  await press(approveOf(page), page.getByText(/Approval recorded/).first());

  await deliver({
    title: "resend · send-broadcast",
    body: "Approved by Ines",
    tag: id,
    path,
    until: null,
    closed: true,
  });
  await expect
    .poll(ofCall)
    .toEqual([{ title: "resend · send-broadcast", body: "Approved by Ines", silent: true, path }]);
});

/** Lets the page's service worker show what is delivered. @returns delivers a message */
async function receives(page: Page, origin: string): ReturnType<typeof deliverer> {
  await page.context().grantPermissions(["notifications"], { origin });
  await page.goto("/settings/profile#push");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/notifications.js");
    await navigator.serviceWorker.ready;
  });
  return deliverer(page, origin);
}

test("messages that lead to the same list stay beside each other, those about one call do not", {
  tag: "@windows",
}, async ({ app, pageOf }) => {
  const page = await pageOf(await aPersonWith("approver"), { width: 390 });
  const deliver = await receives(page, app.url);
  const call = `/approvals/${token()}`;
  const titles = async () => (await shownIn(page)).map(({ title }) => title).sort();
  for (const [title, path] of [
    ["3 notifications from Acme", "/approvals"],
    ["2 notifications from Globex", "/approvals"],
    ["Your week in Acme", "/insights?days=7"],
    ["Your week in Globex", "/insights?days=7"],
    ["It waits for you", call],
    ["It was decided", call],
  ] as const) {
    // One by one: the browser may take several that come at once in another order.
    await expect(async () => {
      await deliver({ title, body: "", tag: title, path, closed: false });
      await expect.poll(titles, { timeout: 2_000 }).toContain(title);
    }).toPass();
  }
  await expect
    .poll(titles)
    .toEqual([
      "2 notifications from Globex",
      "3 notifications from Acme",
      "It was decided",
      "Your week in Acme",
      "Your week in Globex",
    ]);
});

test("none of many messages that arrive at once is lost", { tag: "@windows" }, async ({ app, pageOf }) => {
  const page = await pageOf(await aPersonWith("approver"), { width: 390 });
  const deliver = await receives(page, app.url);
  const titles = Array.from({ length: 60 }, (_, index) => `Call ${index + 10}`);
  await Promise.all(
    titles.map((title) =>
      deliver({ title, body: "acme", tag: title, path: `/approvals/${title}`, closed: false }),
    ),
  );
  await expect
    .poll(async () => (await shownIn(page)).map(({ title }) => title).sort(), { intervals: [1] })
    .toEqual(titles);
});

test("signing out and turning off end push on a device", { tag: "@windows" }, async ({ app, pageOf }) => {
  const ines = await aPersonWith("approver");
  const page = await pageOf(ines, { width: 390 });
  await subscribesAt(page, aBrowserAt(service, "/ended").subscription);
  await page.context().grantPermissions(["notifications"], { origin: app.url });
  await page.goto("/settings/profile#push");
  const part = page.getByRole("region", { name: "Push notifications" });
  const turnOn = part.getByRole("button", { name: "Turn on push on this device" });
  const turnOff = part.getByRole("button", { name: "Turn off push on this device" });
  await isLive(turnOn);
  await press(turnOn, turnOff);
  await expect(part.getByRole("listitem")).toHaveCount(1);
  await press(turnOff, turnOn);
  await expect(part.getByRole("listitem")).toHaveCount(0);
  await press(turnOn, turnOff);

  const other = await pageOf(ines);
  await other.goto("/settings/profile#push");
  const listed = other.getByRole("list", { name: "Devices with push" });
  await expect(listed.getByRole("listitem")).toHaveCount(1);
  const sessions = other.getByRole("region", { name: "Sessions" });
  const ask = other.getByRole("dialog");
  await press(sessions.getByRole("button", { name: "Sign out…" }).first(), ask);
  await ask.getByRole("button", { name: "Sign it out" }).click();
  await expect(ask).toHaveCount(0);
  await other.reload();
  await expect(listed).toHaveCount(0);
});

test("the app can be installed, and says so when there is no connection", async ({ app, pageOf }) => {
  const manifest = await (await fetch(`${app.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ name: "Countersign", display: "standalone", start_url: "/approvals" });
  for (const { src, sizes } of manifest.icons) {
    const answer = await fetch(app.url + src);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    // Width and height of a PNG are at fixed places.
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  const page = await pageOf(await aPersonWith("approver"), { width: 390 });
  await page.goto("/approvals");
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.webmanifest");
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute(
    "href",
    "/icons/apple-touch.png",
  );
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/notifications.js");
    await navigator.serviceWorker.ready;
  });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(await page.evaluate(() => caches.keys())).toEqual(["offline-1"]);
  await page.goto("/tools");
  await page.context().setOffline(true);
  await page.goto("/approvals?view=high");
  await expect(page.getByRole("heading", { name: "No connection to Countersign" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toHaveCSS("border-radius", "7px");
  await expectAccessibleEverywhere(page);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/approvals\?view=high/);
  await expect(page.getByRole("heading", { name: "No connection to Countersign" })).toHaveCount(0);
  // Nothing else is ever kept.
  const kept = await page.evaluate(async () => {
    const cache = await caches.open("offline-1");
    return (await cache.keys()).map(({ url }) => new URL(url).pathname).sort();
  });
  expect(kept).toEqual(["/icon.svg", "/offline.css", "/offline.html"]);
});

test("an administrator sees whether push can work, and others do not", async ({ signedInAs }) => {
  const page = await signedInAs("admin");
  await page.goto("/settings/notifications/push");
  const needs = page.getByRole("region", { name: "What is needed" });
  await expect(needs).toContainText("This address works on this computer only");
  await expect(needs).toContainText("web.push.apple.com");
  const keys = page.getByRole("region", { name: "Keys" });
  await expect(keys).toContainText("In force");
  await expectAccessibleEverywhere(page);
  const viewer = await signedInAs("approver");
  await viewer.goto("/settings/notifications/push");
  await expect(
    viewer.getByText("Only administrators of all tenants set up push notifications"),
  ).toBeVisible();
});
