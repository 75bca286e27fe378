import { createServer, type Server } from "node:http";
import AxeBuilder from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { type AppInfo, appInfo } from "./app";
import { aGateway, aPersonWith, aSessionOf, type SomebodyMade, type TestGateway } from "./made";
import { token } from "./token";

export type Role = "admin" | "approver" | "triager" | "viewer";
type Json = Record<string, unknown>;

/** Speaks to the API as the test gateway, or as whoever holds the credential. */
export class Api {
  constructor(
    readonly url: string,
    private readonly credential: string,
  ) {}

  async send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; json: Json; headers: Headers }> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.credential}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      json: text ? (JSON.parse(text) as Json) : {},
      headers: response.headers,
    };
  }

  /** A pending approval of a broadcast to many people, with whatever the test changes about it. */
  async aPendingApproval(over: Json = {}): Promise<{ id: string; body: Json }> {
    const answer = await this.send("POST", "/api/v1/approvals", { ...broadcast(), ...over });
    if (answer.status !== 201)
      throw new Error(`no approval: ${answer.status} ${JSON.stringify(answer.json)}`);
    return { id: String(answer.json.approval_id), body: answer.json.approval as Json };
  }

  async approval(id: string): Promise<Json> {
    return (await this.send("GET", `/api/v1/approvals/${id}`)).json;
  }
}

/** A call as a gateway would send it. */
export function broadcast(): Json {
  return {
    tenant: "acme",
    provider: "resend",
    tool: "send-broadcast",
    arguments: {
      segmentId: "seg_all_customers",
      subject: "Pricing changes on 1 December",
      from: "billing@acme.example",
      run: token(),
    },
    rationale: "Product owner asked to announce the new tiers before the 1 December cut-over.",
    risk: "high",
    summary: "Send the broadcast “November pricing change” to 10,412 contacts",
    facts: { what: "Email broadcast", to_whom: "Segment All customers", how_many: 10412, undo: "impossible" },
    agent: `growth-agent-${token()}`,
    agent_version: "2.4",
    on_behalf_of: "maya@acme.example",
    session_id: `ses_${token()}`,
  };
}

export { token };

type Person = SomebodyMade & { role: Role };

/** How a browser looks at a page; the rest is as Playwright names it. */
export type Look = { width?: number; colorScheme?: "light" | "dark" } & Pick<
  BrowserContextOptions,
  "permissions"
>;

type WorkerFixtures = {
  people: (role: Role) => Promise<Person>;
  /** Browsers of people, kept from test to test: one that has read the scripts once does not read them again. */
  kept: Map<string, Promise<BrowserContext>>;
};
type Fixtures = {
  app: AppInfo;
  api: Api;
  /** A page signed in as a person of that role. */
  signedInAs: (role: Role, look?: Look) => Promise<Page>;
  /** A page in a new browser, signed in as somebody that the test made. */
  pageOf: (person: { id: string }, look?: Look) => Promise<Page>;
  /** A gateway of this test's own for the tenant acme, whose callback endpoint is a real receiver. */
  fakeGateway: TestGateway & { api: Api; received: { headers: Json; body: string }[]; server: Server };
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  people: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const made = new Map<Role, Promise<Person>>();
      await use((role) => {
        const name = `${role[0]?.toUpperCase()}${role.slice(1)} Ines`;
        const known = made.get(role) ?? aPersonWith(role, { name }).then((person) => ({ ...person, role }));
        made.set(role, known);
        return known;
      });
    },
    { scope: "worker" },
  ],
  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const contexts = new Map<string, Promise<BrowserContext>>();
      await use(contexts);
      for (const context of contexts.values()) await (await context).close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  app: async ({}, use) => use(appInfo()),
  api: async ({ app }, use) => use(new Api(app.url, app.gateway.key)),
  signedInAs: async ({ browser, people, kept, pageOf }, use) => {
    const pages = new Map<string, Page>();
    await use(async (role, look = {}) => {
      const person = await people(role);
      const key = JSON.stringify([role, look]);
      // A second one of the same test is somebody else's browser.
      if (pages.has(key)) return pageOf(person, look);
      const context = kept.get(key) ?? aBrowserOf(browser, person, look);
      kept.set(key, context);
      const page = await (await context).newPage();
      pages.set(key, page);
      failOnConsoleErrors(page);
      return page;
    });
    for (const [key, page] of pages) {
      await page.evaluate(() => localStorage.clear()).catch(() => kept.delete(key));
      await page.close();
    }
  },
  pageOf: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person, look = {}) => {
      const context = await aBrowserOf(browser, person, look);
      contexts.push(context);
      const page = await context.newPage();
      failOnConsoleErrors(page);
      return page;
    });
    for (const context of contexts) await context.close();
  },
  fakeGateway: async ({ app }, use) => {
    const gateway = await aGateway("acme");
    const received: { headers: Json; body: string }[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        received.push({ headers: request.headers as Json, body: Buffer.concat(chunks).toString() });
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(gateway.callbackPort, "127.0.0.1", resolve));
    await use({ ...gateway, api: new Api(app.url, gateway.key), received, server });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

async function aBrowserOf(
  browser: Browser,
  person: { id: string },
  { width = 1440, colorScheme = "light", ...rest }: Look,
): Promise<BrowserContext> {
  const phone = width < 700;
  return browser.newContext({
    storageState: await aSessionOf(person),
    baseURL: appInfo().url,
    viewport: { width, height: phone ? 844 : 900 },
    colorScheme,
    hasTouch: phone,
    timezoneId: "Europe/Lisbon",
    ...rest,
  });
}

/** A signed-in page that reports an error on its console fails the test. */
export function failOnConsoleErrors(page: Page): void {
  page.on("pageerror", (error) => {
    throw error;
  });
  page.on("console", (message) => {
    // The browser itself logs answers such as 409; those are told on the page and are expected.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      throw new Error(`console error on ${page.url()}: ${message.text()}`);
    }
  });
}

/** Waits until a control is alive: what is pressed or chosen before that is lost, or an ordinary form post. */
export async function isLive(control: Locator): Promise<void> {
  await expect
    .poll(() => control.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps"))))
    .toBe(true);
}

/** The same for the page's first form. */
export const formIsLive = (page: Page): Promise<void> => isLive(page.locator("form").first());

/** Signs in through the form. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  if (!new URL(page.url(), "http://localhost").pathname.startsWith("/signin")) await page.goto("/signin");
  await formIsLive(page);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/approvals**");
}

/**
 * Presses until it had an effect: the page ignores presses that come right after something moved, and other specs move the
 * queue all the time. Pressing twice does no harm.
 */
export async function press(button: Locator, effect: Locator): Promise<void> {
  await expect(async () => {
    if (!(await effect.isVisible())) await button.click({ timeout: 1_000 });
    await expect(effect).toBeVisible({ timeout: 1_500 });
  }).toPass({ timeout: 20_000, intervals: [450] });
}

/** The same for a key: a page that just arrived does not listen yet. */
export async function pressKey(page: Page, key: string, effect: Locator): Promise<void> {
  await expect(async () => {
    if (!(await effect.isVisible())) await page.keyboard.press(key);
    await expect(effect).toBeVisible({ timeout: 1_500 });
  }).toPass({ timeout: 20_000 });
}

/** Opens a gateway's page from the list; its address without a tab. */
export async function openGateway(page: Page, name: string): Promise<string> {
  await page.goto("/gateways");
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.waitForURL(/\/gateways\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname;
}

/**
 * How a page is read for accessibility and fit: both widths and both themes, each once. What fits does not hang on the theme, and
 * which colours meet does not hang on the width.
 */
const LOOKS = [
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;

/** The page as it stands, at a desk in the light and then on a phone in the dark: accessible, and nothing wider than the screen. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  const desk = page.viewportSize();
  for (const { colorScheme, ...size } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await expectAccessible(page);
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

/** Nothing serious according to axe. Without the mode for frames, of which we have none, and without the report of what is right. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
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

/** Of a target at the edge of what scrolls, axe measures what is left of it, so it is asked again with the target in the middle of the view. */
async function isTooSmall(page: Page, selector: string): Promise<boolean> {
  await page
    .locator(selector)
    .first()
    .evaluate((node) => node.scrollIntoView({ block: "center", behavior: "instant" }));
  const { violations } = await new AxeBuilder({ page })
    .include(selector)
    .withRules(["target-size"])
    .setLegacyMode()
    .analyze();
  return violations.length > 0;
}

export { expect };
