import path from "node:path";
import type { Page } from "@playwright/test";
import { cli, startApp } from "./app";
import { approveOf, bar, readToEnd } from "./calls-in-list";
import { Api, expect, isLive, press, signIn, test, token } from "./fixtures";
import { aPersonWith, aPollingGateway, aTokenOf, setTenant } from "./made";
import { aDevice } from "./passkey-device";

// Not a test: takes the pictures for the README and the docs with `npm run pictures`.

const README = "docs/images";
const DOCS = "public/docs/pictures";

type Json = Record<string, unknown>;

test.use({ ownApp: true });

/** A screenshot with everything rendered and no hover. */
async function take(page: Page, folder: string, name: string, height?: number): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const clip = height ? { x: 216, y: 0, width: 1224, height } : undefined;
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: "disabled", clip });
}

test("an empty installation on its way to the first decision", async ({ browser }) => {
  const password = "correct horse battery staple";
  const app = await startApp({
    COUNTERSIGN_INIT_ADMIN_EMAIL: "ada@acme.example",
    COUNTERSIGN_INIT_ADMIN_PASSWORD: password,
  });
  const gateway = ["--name", "prod-eu-1", "--tenants", "acme"];
  await cli(app.dataDir, ["gateway", "create", ...gateway], "", app.again);
  await cli(app.dataDir, ["key", "create", "--gateway", "prod-eu-1", "--tenants", "acme"], "", app.again);
  await cli(app.dataDir, ["send-test", "--gateway", "prod-eu-1"], "", app.again);
  const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  await signIn(page, "ada@acme.example", password);
  await page.goto("/start");
  await expect(page.getByRole("link", { name: "Open the call" })).toBeVisible();
  await take(page, README, "start");
  await page.close();
  await app.stop();
});

/** Agents' calls at a made-up company, and its people. */
async function aCompany(url: string) {
  const tenant = "acme";
  const { key } = await aPollingGateway(tenant, "prod-eu-1");
  const api = new Api(url, key);
  const person = async (role: "admin" | "approver", name: string, tenants?: string[]) =>
    aPersonWith(role, { name, email: `${name.toLowerCase()}@acme.example`, ...(tenants ? { tenants } : {}) });
  const people = {
    ada: await person("admin", "Ada"),
    ines: await person("approver", "Ines"),
    tom: await person("approver", "Tom"),
    maya: await person("approver", "Maya", [tenant]),
  };
  const ask = async (call: Json): Promise<Json> => {
    const { status, json } = await api.send("POST", "/api/v1/authorize", {
      tenant,
      mode: "reissue",
      session_id: `ses_${token()}`,
      ...call,
    });
    if (status !== 202) throw new Error(JSON.stringify(json));
    return api.approval(String(json.approval_id));
  };
  const approve = async (email: string, { id, revision, arguments_sha256 }: Json) => {
    const script = new Api(url, await aTokenOf(email));
    const said = await script.send("POST", `/api/v1/approvals/${id}/approve`, { revision, arguments_sha256 });
    if (said.status !== 200) throw new Error(JSON.stringify(said.json));
  };
  return { tenant, api, people, ask, approve };
}

const broadcast = (segment: string, many: number, risk: string): Json => ({
  provider: "resend",
  tool: "send-broadcast",
  risk,
  agent: "growth-agent",
  agent_version: "2.4",
  on_behalf_of: "lea@acme.example",
  arguments: {
    segment_id: segment,
    subject: many > 1_000 ? "Pricing changes on 1 December" : "Pricing preview for testers",
    from: "billing@acme.example",
    recipients: many,
  },
  summary: `Send the broadcast “November pricing change” to ${many.toLocaleString("en-US")} contacts`,
  facts: {
    what: "Email broadcast",
    to_whom: many > 1_000 ? "Segment All customers" : "Segment Beta testers",
    how_many: many,
    undo: "Not possible: Resend cannot recall",
  },
  rationale:
    "Product owner asked to announce the new tiers before the 1 December cut-over; the beta announcement had 0 complaints.",
});

const transfer = (amount: string, to: string): Json => ({
  provider: "bank",
  tool: "wire-transfer",
  risk: "critical",
  agent: "treasury",
  on_behalf_of: "noor@acme.example",
  arguments: { iban: "CH9300762011623852957", amount, currency: "CHF" },
  summary: `Wire CHF ${amount} to ${to}`,
  facts: { what: "Wire transfer", to_whom: to, how_many: `CHF ${amount}`, undo: "Impossible" },
  rationale: "The invoice 2026-124 is due tomorrow and was checked by Maya.",
});

const digest = (recipients: number): Json => ({
  provider: "resend",
  tool: "send-digest",
  risk: "high",
  agent: "digest-bot",
  arguments: { segment: "beta", recipients, subject: "What is new", dry_run: false },
  summary: `Send the digest to ${recipients} testers`,
  facts: { what: "Email digest", to_whom: "Beta testers", how_many: recipients, undo: "Not possible" },
  rationale: "The weekly digest goes to the testers every Friday morning.",
});

const POLICIES = [
  {
    name: "Bulk e-mail",
    action: "require",
    match: { tools: ["send-broadcast"], arguments: [{ path: "/recipients", op: "over", value: 1000 }] },
    require: {
      approvals: 2,
      deciders: { people: ["ines@acme.example", "tom@acme.example", "maya@acme.example"] },
    },
  },
  {
    name: "Deletes at night",
    action: "deny",
    match: { tools: ["delete*", "*remove*"], tenants: ["acme"] },
    reason: "Nothing is deleted between 18:00 and 08:00. Try again during the day.",
  },
  {
    name: "Reading",
    action: "allow",
    match: { tools: ["get*", "list*", "search*"], risk: ["low", "medium"] },
  },
];

test("a company's calls, and the sample workspace", async ({ app, pageOf }) => {
  const { tenant, people, ask, approve } = await aCompany(app.url);
  const ada = await pageOf(people.ada);
  await ada.goto("/start");
  const progress = ada.getByRole("progressbar", { name: "Progress" });
  await press(ada.getByRole("button", { name: "Load a sample workspace" }), progress);
  await expect(ada.getByText("The sample workspace is loaded.")).toBeVisible({ timeout: 600_000 });

  await setTenant(tenant, { tokens_approve_critical: true });
  await approve("ada@acme.example", await ask(broadcast("seg_beta_testers", 402, "high")));
  for (const many of [40, 51]) await approve("ada@acme.example", await ask(digest(many)));
  await approve("ada@acme.example", await ask(transfer("12750.00", "Alder & Finch")));
  await setTenant(tenant, { tokens_approve_critical: false, critical_needs_passkey: true });

  const ines = await pageOf(people.ines);
  const unusual = await ask({ ...broadcast("seg_all_customers", 10_412, "high"), tool: "send-broadcast" });
  await ines.goto(`/approvals/${unusual.id}`);
  await take(ines, README, "approval");
  await take(ines, DOCS, "deciding-queue");
  const phone = await pageOf(people.ines, { width: 390, colorScheme: "dark" });
  await phone.goto("/approvals");
  await take(phone, README, "queue-phone");

  const wire = await ask(transfer("9310.50", "Alder & Finch"));
  const tom = await pageOf(people.tom);
  await aDevice(tom);
  await tom.goto("/settings/profile");
  const passkeys = tom.getByRole("region", { name: "Passkeys", exact: true });
  const dialog = tom.getByRole("dialog");
  await press(passkeys.getByRole("button", { name: "Add a passkey…" }), dialog);
  await dialog.getByLabel("What do you call it?").fill("Tom’s phone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(passkeys).toContainText("Tom’s phone");
  await tom.goto(`/approvals/${wire.id}`);
  await isLive(bar(tom).getByRole("textbox"));
  await take(tom, DOCS, "deciding-critical");
  await bar(tom).getByRole("textbox").fill("CHF 9310.50");
  await readToEnd(tom);
  await press(approveOf(tom), tom.getByText(/Approval recorded/).first());
  await tom.goto(`/approvals/${wire.id}`);
  await tom.getByRole("region", { name: "Receipt" }).scrollIntoViewIfNeeded();
  await take(tom, DOCS, "deciding-receipt");

  const similar = await ask(digest(60));
  await ines.goto(`/approvals/${similar.id}`);
  await readToEnd(ines);
  const remember = ines.getByRole("dialog");
  await press(bar(ines).getByLabel("More"), bar(ines).getByRole("button", { name: "Approve and remember…" }));
  await press(bar(ines).getByRole("button", { name: "Approve and remember…" }), remember);
  await remember.getByLabel("How recipients may vary").selectOption("at_most");
  await remember.getByLabel("Limit of recipients").fill("80");
  await expect(remember).toContainText("recipients over 80");
  await take(ines, DOCS, "remember");

  const script = new Api(app.url, await aTokenOf(people.ada.email));
  const { version } = (await script.send("GET", "/api/v1/policies")).json;
  expect(await script.send("PUT", "/api/v1/policies", { version, policies: POLICIES })).toMatchObject({
    status: 200,
  });
  const bulk = await ask(broadcast("seg_all_customers", 10_940, "high"));
  await approve("ines@acme.example", bulk);
  await tom.goto(`/approvals/${bulk.id}`);
  await expect(tom.getByText("1 of 2 approvals given").first()).toBeVisible();
  await take(tom, DOCS, "deciding-votes");

  await ada.goto("/policies");
  const preview = ada.getByRole("region", { name: "Save the policies" });
  await isLive(ada.getByRole("checkbox").last());
  await ada.getByRole("checkbox").last().uncheck();
  await preview.getByRole("button", { name: "Preview" }).click();
  await expect(preview).toContainText("of the last 7 days would have");
  await take(ada, DOCS, "policies");
  await ada.goto("/feedback/board");
  await take(ada, DOCS, "triage-board");
  await ada.goto("/feedback");
  await ada.getByRole("list", { name: "Issues" }).getByRole("link").first().click();
  await ada.waitForURL(/\/feedback\/[0-9a-f-]{36}/);
  await expect(ada.getByRole("button", { name: /^Accept/ })).toBeVisible();
  await take(ada, DOCS, "triage-issue");

  // A worker groups the sample's rationales, which takes minutes.
  const intents = ada
    .getByRole("main")
    .getByRole("link", { name: /./ })
    .and(ada.locator('[href^="/rationales/intents/"]'));
  await expect(async () => {
    await ada.goto("/rationales/intents?tenant=sample-fernhill");
    await expect(intents.first()).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 800_000 });
  await take(ada, DOCS, "intents");
  await intents.first().click();
  await ada.waitForURL(/\/intents\/[0-9a-f-]{36}/);
  await expect(ada.getByRole("heading", { name: "In agents' words" })).toBeVisible();
  await take(ada, DOCS, "intent");
  await ada.goto("/rationales/weekly?tenant=sample-fernhill");
  await take(ada, DOCS, "weekly");
  await ada.goto("/rationales?tenant=sample-fernhill");
  await take(ada, DOCS, "log");
  await ada.goto("/insights?tenant=sample-fernhill");
  await take(ada, DOCS, "insights", 900);
});
