import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { lexer, type Tokens } from "marked";
import { answersOf, type Example, examplesOf, readInfo } from "../components/docs/examples";
import { DOC_PAGES } from "../components/words/docs";
import { expectAccessible, expectAccessibleEverywhere, expectFits } from "./accessible";
import { Api, broadcast, expect, failOnConsoleErrors, test, token } from "./fixtures";
import { aGateway, aPersonWith, aTokenOf } from "./made";

const run = promisify(execFile);
const read = (page: string) => readFileSync(path.join("docs", `${page}.md`), "utf8");

type Ran = { status: number; json: unknown };

/** Runs a block as a reader would paste it, with a curl that also prints the status. */
async function runBlock(text: string, env: Record<string, string>): Promise<Ran> {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-docs-"));
  const script = `curl() { command curl -o '${folder}/body' -w '%{http_code}' "$@"; }\n${text}\n`;
  try {
    const { stdout } = await run("bash", ["-euc", script], { env: { ...process.env, ...env } });
    return { status: Number(stdout), json: JSON.parse(readFileSync(`${folder}/body`, "utf8")) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function at(value: unknown, place: string): string {
  const found = place
    .split(".")
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null)?.[name], value);
  expect(found, place).toBeDefined();
  return String(found);
}

/** The real response has the members of the shown one, with the same types. */
function expectLike(shown: unknown, real: unknown, place = ""): void {
  if (Array.isArray(shown)) {
    expect(Array.isArray(real), place).toBe(true);
    expectLike(shown[0], (real as unknown[])[0], `${place}.0`);
  } else if (typeof shown === "object" && shown !== null) {
    for (const [name, value] of Object.entries(shown))
      expectLike(value, (real as Record<string, unknown> | undefined)?.[name], `${place}.${name}`);
  } else {
    expect(typeof real, place).toBe(typeof shown);
    // Enum words are shown exactly; other text is shortened with an ellipsis.
    if (typeof shown === "string" && /^[a-zA-Z_]+$/.test(shown)) expect(real, place).toBe(shown);
  }
}

async function runPage(page: string, env: Record<string, string>): Promise<number> {
  const text = read(page);
  const variables = { ...env };
  const answers = answersOf(text);
  const curls = examplesOf(text).filter(({ language }) => language === "sh");
  for (const example of curls) await test.step(example.name, () => runExample(example, variables, answers));
  return curls.length;
}

async function runExample(
  example: Example,
  variables: Record<string, string>,
  answers: ReturnType<typeof answersOf>,
): Promise<void> {
  const { status, json } = await runBlock(example.text, variables);
  expect(status, `${example.name}: ${JSON.stringify(json)}`).toBe(example.status);
  for (const { variable, path: place } of example.saves) variables[variable] = at(json, place);
  for (const { of, text } of answers) if (of === example.name) expectLike(JSON.parse(text), json);
}

/** The personal token of a new approver in one tenant. */
const anApproversToken = async (tenant: string): Promise<string> =>
  aTokenOf((await aPersonWith("approver", { tenants: [tenant] })).email);

test("every example of Connecting is answered as the page says", async ({ app }) => {
  const gateway = await aGateway("acme");
  const { id, body: seen } = await new Api(app.url, gateway.key).aPendingApproval();
  const person = new Api(app.url, await anApproversToken("acme"));
  const approved = await person.send("POST", `/api/v1/approvals/${id}/approve`, {
    revision: seen.revision,
    arguments_sha256: seen.arguments_sha256,
  });
  const env = {
    COUNTERSIGN_URL: app.url,
    COUNTERSIGN_KEY: gateway.key,
    COUNTERSIGN_TENANT: "acme",
    APPROVED_ID: id,
    EXECUTION_ID: String(approved.json.execution_id),
  };
  expect(await runPage("connecting", env)).toBeGreaterThanOrEqual(13);
});

test("every example of Deciding is answered as the page says", async ({ app }) => {
  // Its own tenant, because the page decides the first waiting call.
  const tenant = `docs-${token()}`;
  const gateway = await aGateway(tenant);
  await new Api(app.url, gateway.key).aPendingApproval({ ...broadcast(), tenant });
  const env = { COUNTERSIGN_URL: app.url, COUNTERSIGN_TOKEN: await anApproversToken(tenant) };
  expect(await runPage("deciding", env)).toBe(7);
});

test("the TypeScript of Connecting runs", async ({ app }) => {
  const program = examplesOf(read("connecting")).find(({ language }) => language === "ts");
  expect(program).toBeDefined();
  const gateway = await aGateway("acme");
  const file = path.join(process.cwd(), `docs-example-${token()}.mts`);
  writeFileSync(file, program?.text.replaceAll("./gateway/", `${process.cwd()}/gateway/`) ?? "");
  try {
    const { stdout } = await run(process.execPath, ["--import", "tsx", file], {
      env: {
        ...process.env,
        COUNTERSIGN_URL: app.url,
        COUNTERSIGN_KEY: gateway.key,
        COUNTERSIGN_TENANT: "acme",
      },
    });
    expect(stdout.trim()).toBe("wait");
  } finally {
    rmSync(file);
  }
});

const LANGUAGES = [
  {
    language: "Python",
    files: ["countersign.py", "poll.py"],
    start: ["python3", "poll.py"],
    asks: "--version",
  },
  {
    language: "Go",
    files: ["countersign.go", "main.go"],
    start: ["go", "run", "countersign.go", "main.go"],
    asks: "version",
  },
] as const;

function saveProgram(files: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-docs-"));
  for (const token of lexer(read("python-and-go"))) {
    const { lang, text } = token as Tokens.Code;
    const file = token.type === "code" ? readInfo(lang ?? "").settings.program : undefined;
    if (file !== undefined && files.includes(file)) writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

// These tests can rely on Node only; components/docs/programs.test.ts compares the page's bytes
// with ours everywhere.
const isHere = ({ start, asks }: (typeof LANGUAGES)[number]) => spawnSync(start[0], [asks]).status === 0;

for (const { language, files, start } of LANGUAGES.filter(isHere)) {
  test(`the gateway in ${language} asks, waits, runs the approved bytes once and reports`, async ({
    app,
  }) => {
    test.slow(); // Go is compiled first
    const gateway = await aGateway("acme");
    const person = new Api(app.url, await anApproversToken("acme"));
    const folder = saveProgram(files);
    const [command, ...args] = start;
    const env = { COUNTERSIGN_URL: app.url, COUNTERSIGN_KEY: gateway.key, COUNTERSIGN_TENANT: "acme" };
    const program = run(command, args, { cwd: folder, env: { ...process.env, ...env } });
    try {
      const api = new Api(app.url, gateway.key);
      let waiting: Record<string, unknown> | undefined;
      await expect(async () => {
        const { json } = await api.send("GET", "/api/v1/approvals?status=pending");
        waiting = (json.data as Record<string, unknown>[])[0];
        expect(waiting).toBeDefined();
      }).toPass({ timeout: 60_000 });
      const { id, revision, arguments_sha256 } = waiting ?? {};
      const yes = await person.send("POST", `/api/v1/approvals/${id}/approve`, {
        revision,
        arguments_sha256,
      });
      expect(yes.status, JSON.stringify(yes.json)).toBe(200);
      const { stdout } = await program;
      expect(stdout).toContain('running with {"segmentId": "seg_all", "batch": 9007199254740993}');
      const approval = await api.approval(String(id));
      expect(approval).toMatchObject({ execution: "succeeded", outcome: { result: { sent: 10412 } } });
      expect(stdout).toContain(String(approval.agent_message));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test("every page is there without signing in, accessible everywhere, and loads nothing from elsewhere", async ({
  page,
  app,
}) => {
  test.slow(); // axe reads every page
  failOnConsoleErrors(page);
  const strangers: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(app.url) && !request.url().startsWith("data:"))
      strangers.push(request.url());
  });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const place of [
    "",
    "?q=retry",
    "/decisions/0029-passkeys",
    ...DOC_PAGES.map(({ slug }) => `/${slug}`),
  ]) {
    const answer = await page.goto(`${app.url}/docs${place}`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    // One component renders them all, so axe reads three: the start, the page with most kinds of
    // parts, and the reference.
    if (["", "/connecting"].includes(place)) await expectAccessibleEverywhere(page);
    if (place === "/api") await expectAccessible(page);
    await expectFits(page);
  }
  expect(strangers).toEqual([]);
});

test("pages lead to each other and to their own parts by keyboard", async ({ page, app }) => {
  failOnConsoleErrors(page);
  await page.goto(`${app.url}/docs`);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Deciding/ })
    .press("Enter");
  await page.waitForURL("**/docs/deciding");
  await page.getByRole("main").getByRole("link", { name: "Connecting a gateway" }).press("Enter");
  await page.waitForURL("**/docs/connecting");
  await expect(
    page.getByRole("navigation", { name: "Pages" }).locator('[aria-current="page"]:visible'),
  ).toHaveText("Connecting a gateway");
  await page.getByRole("link", { name: "Link to “Wait for the decision”" }).press("Enter");
  await page.waitForURL("**/docs/connecting#wait-for-the-decision");
  await expect(page.getByRole("heading", { name: "Wait for the decision" })).toBeInViewport();
  expect((await page.request.get(`${app.url}/docs/nothing`)).status()).toBe(404);
  expect((await page.request.get(`${app.url}/docs/..%2f..%2fpackage`)).status()).toBe(404);
});

test("on a phone the pages are behind one press", async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.url}/docs/deciding`);
  const link = page.getByRole("link", { name: "Operating", exact: true });
  await expect(link).toBeHidden();
  await page.getByText("All pages").click();
  await link.click();
  await page.waitForURL("**/docs/operating");
});

test("the reference is searched by operation, member and error code", async ({ page, app }) => {
  failOnConsoleErrors(page);
  await page.goto(`${app.url}/docs/api`);
  const entries = page
    .getByRole("navigation", { name: "Operations, callbacks, schemas and error codes" })
    .getByRole("link");
  const search = page.getByRole("searchbox", {
    name: "Search operations, callbacks, members and error codes",
  });
  const all = await entries.count();
  await expect(async () => {
    await search.fill("stale_view");
    await expect(entries).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await entries.first().press("Enter");
  await page.waitForURL("**/docs/api#error-stale-view");
  await search.fill("redemption_key");
  await expect(entries).toHaveText(["POST /api/v1/authorize"]);
  await search.fill("zyzzyva");
  await expect(page.getByText("Nothing contains these words.")).toBeVisible();
  await search.fill("");
  await expect(entries).toHaveCount(all);
});

test("pictures of a page are shown to whoever reads it, signed in or not", async ({ page, app }) => {
  failOnConsoleErrors(page);
  await page.goto(`${app.url}/docs/triage`);
  const pictures = page.getByRole("main").getByRole("img");
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(1_000);
    await expect(picture).toHaveAttribute("alt", /./);
  }
});
