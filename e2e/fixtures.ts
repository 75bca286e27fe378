import { createServer, type Server } from "node:http";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import { type AppInfo, aFolder, appInfo, startOwnApp } from "./app";
import { aGateway, aPersonWith, aSessionOf } from "./made";
import type { SomebodyMade, TestGateway } from "./making";
import { formIsLive } from "./presses";
import { token } from "./token";

export type Role = "admin" | "approver" | "triager" | "viewer";
type Json = Record<string, unknown>;

/** Calls the API as the test gateway, or with the given credential. */
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

  /** A pending approval of a broadcast to many people, with the test's changes. */
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

/** How a browser views a page; other members are Playwright's. */
type Look = { width?: number; colorScheme?: "light" | "dark" } & Pick<BrowserContextOptions, "permissions">;

const ACTION_MS = 30_000;
const NAVIGATION_MS = 60_000;

type WorkerFixtures = {
  /** Whether the file has its own app, because its changes affect a whole installation. */
  ownApp: boolean;
  /** Ensures that the app runs before anything asks for it. */
  running: undefined;
  people: (role: Role) => Promise<Person>;
  /** People's browser contexts, kept between tests so that scripts load once. */
  kept: Map<string, Promise<BrowserContext>>;
};
type Fixtures = {
  app: AppInfo;
  api: Api;
  /**
   * The profile's page, for the first desktop user in light mode in a test; other requests get a
   * new one.
   */
  lent: (person: { id: string }, look: Look) => Promise<Page | undefined>;
  /** A page signed in as a person of that role. */
  signedInAs: (role: Role, look?: Look) => Promise<Page>;
  /** A page in a new browser, signed in as a person of the test. */
  pageOf: (person: { id: string }, look?: Look) => Promise<Page>;
  /** Server-rendered pages for a role, without styles and the product's scripts. */
  readAs: (role: Role) => Promise<{ page: Page; read: (address: string) => Promise<Response> }>;
  /** A gateway of this test for the tenant acme, with a real receiver as callback URL. */
  fakeGateway: TestGateway & { api: Api; received: { headers: Json; body: string }[]; server: Server };
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  // Starts on a profile: only a browser with a folder caches compiled scripts, for its first
  // context. Compiling is half the cost of a page.
  browser: [
    async ({ playwright, launchOptions, running: _ }, use) => {
      const profile = await playwright.chromium.launchPersistentContext(aFolder("profile"), {
        ...launchOptions,
        ...asContext({}),
      });
      profile.setDefaultTimeout(ACTION_MS);
      profile.setDefaultNavigationTimeout(NAVIGATION_MS);
      const browser = profile.browser();
      if (!browser) throw new Error("the profile has no browser");
      await use(browser);
      await profile.close();
    },
    { scope: "worker" },
  ],
  lent: async ({ browser }, use) => {
    const [profile] = browser.contexts();
    let lent: Page | undefined;
    await use(async (person, look) => {
      if (!profile || lent || Object.keys(look).length > 0) return undefined;
      await profile.addCookies((await aSessionOf(person)).cookies);
      lent = await profile.newPage();
      return lent;
    });
    if (!lent || !profile) return;
    await leaveNothing(profile, lent);
    await profile.clearCookies();
  },
  ownApp: [false, { scope: "worker", option: true }],
  running: [
    async ({ ownApp }, use) => {
      const own = ownApp ? await startOwnApp() : undefined;
      await use(undefined);
      await own?.stop();
    },
    { scope: "worker", auto: true, timeout: 600_000 },
  ],
  people: [
    async ({ running: _ }, use) => {
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
  app: async ({ running: _ }, use) => use(appInfo()),
  api: async ({ app }, use) => use(new Api(app.url, app.gateway.key)),
  signedInAs: async ({ browser, people, kept, lent, pageOf }, use) => {
    const pages = new Map<string, Page>();
    const asked = new Set<string>();
    await use(async (role, look = {}) => {
      const person = await people(role);
      const key = JSON.stringify([role, look]);
      // A second request in the same test gets another browser.
      if (asked.has(key)) return pageOf(person, look);
      asked.add(key);
      const own = await lent(person, look);
      if (own) return failingOnErrors(own);
      const context = kept.get(key) ?? aBrowserOf(browser, person, look);
      kept.set(key, context);
      const page = await (await context).newPage();
      pages.set(key, page);
      return failingOnErrors(page);
    });
    for (const page of pages.values()) await leaveNothing(page.context(), page);
  },
  pageOf: async ({ browser, lent }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person, look = {}) => {
      const own = await lent(person, look);
      if (own) return failingOnErrors(own);
      const context = await aBrowserOf(browser, person, look);
      contexts.push(context);
      return failingOnErrors(await context.newPage());
    });
    for (const context of contexts) await context.close();
  },
  readAs: async ({ browser, people }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (role) => {
      const { cookies } = await aSessionOf(await people(role));
      const reader = await readerOf(browser, appInfo().url, cookies);
      contexts.push(reader.page.context());
      return reader;
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

/** Server-rendered pages of an app for these cookies, without styles and script files. */
export async function readerOf(browser: Browser, url: string, cookies: { name: string; value: string }[]) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const page = await (await browser.newContext()).newPage();
  const read = async (address: string): Promise<Response> => {
    const answer = await fetch(new URL(address, url), { headers: { cookie } });
    const html = (await answer.text()).replace(/<script [^>]*src=[^>]*><\/script>|<link [^>]*>/g, "");
    await page.setContent(html);
    // Inline scripts put late parts in place.
    await expect(page.locator("template[id^='B:'], template[id^='P:'], [hidden][id^='S:']")).toHaveCount(0);
    return answer;
  };
  return { page, read };
}

/** Closes its pages; the next test gets a clean browser, except for the cache. */
async function leaveNothing(context: BrowserContext, first: Page): Promise<void> {
  await first.evaluate(() => localStorage.clear()).catch(() => undefined); // of an error's page there is none
  // A profile ends with its last page.
  for (const page of context.pages()) if (page.url() !== "about:blank") await page.close();
  await context.clearPermissions();
  await context.clearCookies({ name: /^(?!next-auth\.)/ });
}

async function aBrowserOf(browser: Browser, person: { id: string }, look: Look): Promise<BrowserContext> {
  return browser.newContext({ storageState: await aSessionOf(person), ...asContext(look) });
}

function asContext({ width = 1440, colorScheme = "light", ...rest }: Look): BrowserContextOptions {
  const phone = width < 700;
  return {
    baseURL: appInfo().url,
    viewport: { width, height: phone ? 844 : 900 },
    colorScheme,
    hasTouch: phone,
    timezoneId: "Europe/Lisbon",
    ...rest,
  };
}

function failingOnErrors(page: Page): Page {
  failOnConsoleErrors(page);
  return inPlace(page);
}

/**
 * Waits after each navigation until late parts are in place. Until the next frame they are hidden
 * at the end, where each text would be found twice.
 */
function inPlace(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = async (...where) => {
    const answer = await goto(...where);
    await page.waitForFunction(() => document.querySelector("[hidden][id^='S:']") === null);
    return answer;
  };
  return page;
}

/** Fails the test if a signed-in page logs an error to the console. */
export function failOnConsoleErrors(page: Page): void {
  page.on("pageerror", (error) => {
    throw error;
  });
  page.on("console", (message) => {
    // The browser logs responses such as 409, which are expected and shown on the page.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      throw new Error(`console error on ${page.url()}: ${message.text()}`);
    }
  });
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  if (!new URL(page.url(), "http://localhost").pathname.startsWith("/signin")) await page.goto("/signin");
  await formIsLive(page);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/approvals**");
}

/** Opens a gateway's page from the list; returns its address without a tab. */
export async function openGateway(page: Page, name: string): Promise<string> {
  await page.goto("/gateways");
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.waitForURL(/\/gateways\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname;
}

export { formIsLive, isLive, leaveDialog, press, pressKey, pressToFocus } from "./presses";
export { expect };
