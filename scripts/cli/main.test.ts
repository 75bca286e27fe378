import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { authenticateBearer } from "@/lib/auth/credentials/bearer";
import { isPassword } from "@/lib/auth/credentials/password";
import { isSetupToken } from "@/lib/auth/sign-in/setup";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { loadSigningSecrets } from "@/lib/gateways/signing-secrets";
import { getTenantByKey, getTenantSettings } from "@/lib/tenants/queries";
import { command } from "./command";

// Whether anyone can sign in concerns the whole database, so this file needs its own.

// Processes start slowly on a busy machine.
const PROCESSES_MS = 120_000;

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const system = systemScope("tests");
let own: Awaited<ReturnType<typeof useOwnDatabase>>;

vi.setConfig({ testTimeout: PROCESSES_MS });

beforeAll(async () => {
  own = await useOwnDatabase();
});
afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

type Run = { code: number | null; out: string; err: string };

/** Runs the command like scripts/cli.mjs, in a new process. */
function countersign(args: string[], { input = "", env = {} } = {}): Promise<Run> {
  const child = spawn(process.execPath, ["lib/generated/programs/cli.mjs", ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

/** The JSON line of a successful command; in a new process if it needs input or variables. */
async function result(args: string[], options?: { input?: string; env?: Record<string, string> }) {
  const given = [...args, "--json"];
  const { code, out, err } = await (options ? countersign(given, options) : command(given));
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out.trim().split("\n")).toHaveLength(1);
  return JSON.parse(out) as Record<string, unknown>;
}

const bearer = (credential: unknown) =>
  authenticateBearer(new Request("http://x/", { headers: { authorization: `Bearer ${credential}` } }));

test("a setup link while nobody can sign in, then people and their tokens", async () => {
  const { url } = await result(["setup-link"]);
  expect(await isSetupToken(new URL(String(url)).searchParams.get("token") ?? "")).toBe(true);

  const create = ["user", "create", "--email", "Ada@Acme.example", "--role", "admin", "--name", "Ada"];
  const password = "correct horse battery staple";
  const made = await result([...create, "--password-stdin"], { input: `${password}\n` });
  expect(made).toMatchObject({ email: "ada@acme.example", role: "admin", tenants: "all" });
  const user = await read(system, (tx) => tx.user.findUniqueOrThrow({ where: { id: String(made.id) } }));
  expect(await isPassword(password, user.passwordHash)).toBe(true);

  expect(await result(["setup-link", "--if-needed"])).toEqual({ needed: false });
  const refused = await command(["setup-link"]);
  expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringContaining("can sign in already") });

  const { token, expires_at } = await result([
    "token",
    "create",
    "--email",
    "ada@acme.example",
    "--days",
    "7",
  ]);
  expect((await bearer(token)).actor).toMatchObject({ id: made.id, via: "token" });
  expect(Date.parse(String(expires_at))).toBeGreaterThan(Date.now() + 6 * 86_400_000);
});

test("a gateway with its secret, a key that works until it is revoked, and a tenant's settings", async () => {
  const gateway = await result([
    "gateway",
    "create",
    "--name",
    "cli-gw",
    "--tenants",
    "acme, globex",
    "--callback-url",
    "https://gw.example/hooks",
  ]);
  expect(gateway).toMatchObject({
    name: "cli-gw",
    tenants: ["acme", "globex"],
    callback_url: "https://gw.example/hooks",
  });
  const secrets = await read(system, (tx) => loadSigningSecrets(tx, String(gateway.id)));
  expect(secrets).toEqual([gateway.signing_secret]);

  const { key, id, prefix } = await result(["key", "create", "--gateway", "cli-gw", "--tenants", "acme"]);
  const acme = await getTenantByKey(system, "acme");
  expect((await bearer(key)).tenants).toEqual([acme.id]);
  const keys = (state: string) => ({ gateway: "cli-gw", keys: [{ id, prefix, state, tenants: ["acme"] }] });
  expect(await result(["key", "list", "--gateway", "cli-gw"])).toMatchObject(keys("active"));
  expect(await result(["key", "revoke", String(id)])).toEqual({ id, revoked: true });
  expect(await result(["key", "list", "--gateway", "cli-gw"])).toMatchObject(keys("revoked"));

  const flags = ["--auto-approve-high-risk", "on", "--confirm", "accept", "--ttl-seconds", "120"];
  flags.push("--block-self-approval", "off", "--tokens-approve-critical", "on", "--break-glass", "admins");
  const settings = await result(["tenant", "set", "acme", ...flags]);
  expect(settings).toMatchObject({
    tenant: "acme",
    auto_approve_high_risk: true,
    confirm: "accept",
    ttl_seconds: 120,
    block_self_approval: false,
    tokens_approve_critical: true,
    break_glass: "admins",
  });
  expect(await getTenantSettings(system, acme.id)).toMatchObject({
    autoApproveHighRisk: true,
    ttlSeconds: 120,
  });
});

test("a tool is rated for everybody and for one tenant", async () => {
  const { id } = await result(["gateway", "create", "--name", "cli-tools", "--tenants", "rated"]);
  const row = { id: newId(), gatewayId: String(id), provider: "resend", name: "send-broadcast", version: 1 };
  const tool = await ingest(system, (tx) => tx.tool.create({ data: row }));
  const rate = ["tool", "rate", "--gateway", "cli-tools", "--provider", "resend", "--tool", "send-broadcast"];
  await result([...rate, "--risk", "dangerous"]);
  await result([...rate, "--requires-confirmation", "on", "--tenant", "rated"]);
  const ratings = await read(system, (tx) => tx.toolRating.findMany({ where: { toolId: tool.id } }));
  const rated = await getTenantByKey(system, "rated");
  expect(
    ratings.map(({ tenantId, risk, requiresConfirmation }) => ({ tenantId, risk, requiresConfirmation })),
  ).toEqual(
    expect.arrayContaining([
      { tenantId: null, risk: "high", requiresConfirmation: null },
      { tenantId: rated.id, risk: null, requiresConfirmation: true },
    ]),
  );
  const unknown = await command([...rate.slice(0, -1), "send-nothing", "--risk", "low"]);
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("has not published a tool") });
});

test("lists name what there is, for people as a table", async () => {
  await result(["gateway", "create", "--name", "cli-list", "--tenants", "listed-a,listed-b"]);
  const create = ["user", "create", "--email", "list@acme.example", "--role", "viewer"];
  await result([...create, "--tenants", "listed-a", "--name", "List"]);
  // Stored before names were validated.
  await ingest(system, (tx) =>
    tx.user.updateMany({ where: { email: "list@acme.example" }, data: { name: "Li\u001b[2Jst" } }),
  );
  const gateway = { name: "cli-list", tenants: ["listed-a", "listed-b"], callback_url: null };
  expect(await result(["gateway", "list"])).toMatchObject({
    gateways: expect.arrayContaining([expect.objectContaining(gateway)]),
  });
  expect(await result(["tenant", "list"])).toMatchObject({
    tenants: expect.arrayContaining([expect.objectContaining({ key: "listed-a" })]),
  });
  const user = { email: "list@acme.example", role: "viewer", tenants: ["listed-a"], state: "new" };
  expect(await result(["user", "list"])).toMatchObject({
    users: expect.arrayContaining([expect.objectContaining(user)]),
  });
  const rows = async (verb: string[]) => (await command(verb)).out.split("\n");
  expect(await rows(["gateway", "list"])).toContainEqual(
    expect.stringMatching(/^cli-list +listed-a,listed-b +- +\d{4}-\d\d-\d\d \d\d:\d\d$/),
  );
  expect((await rows(["user", "list"]))[0]).toMatch(/^E-MAIL +NAME +ROLE +TENANTS +STATE +LAST SIGN-IN$/);
  // Terminal control characters are escaped.
  expect((await command(["user", "list"])).out).not.toContain("\u001b");
  expect(await rows(["key", "list", "--gateway", "cli-list"])).toEqual([
    "cli-list has no key. Make one: key create --gateway cli-list --tenants a,b.",
  ]);
});

test("people read lines, programs read JSON", async () => {
  const { code, out } = await command(["gateway", "create", "--name", "cli-lines", "--tenants", "acme"]);
  expect(code).toBe(0);
  expect(out).toContain("The gateway cli-lines serves acme. It asks for decisions itself.");
  expect(out).toMatch(/Signing secret, shown only now: whsec_/);
});

test.each([
  [["user", "make"], 'There is no "user make". Valid verbs: doctor, setup-link'],
  [["user"], "Valid verbs:"],
  [["key", "create", "--gatway", "g"], "Valid flags: --gateway, --tenants, --json"],
  [["key", "create", "--tenants", "a"], "--gateway is missing: expected --gateway my-gateway"],
  [["user", "create", "--email", "x", "--role", "admin"], "--email is not valid: expected an e-mail address"],
  [
    ["user", "create", "--email", "x@y.example", "--role", "root"],
    "expected admin, approver, triager or viewer",
  ],
  [["user", "create", "stray", "--email", "x@y.example"], "stray"],
  [["tenant", "set", "acme"], "Nothing to set. Valid flags: --auto-approve-high-risk"],
  [["tenant", "set", "acme", "--confirm", "maybe"], "--confirm is not valid: expected accept or ignore"],
  [
    ["tenant", "set", "acme", "--break-glass", "all"],
    "--break-glass is not valid: expected nobody, admins or approvers",
  ],
  [["tenant", "set", "acme", "--ttl-seconds", "soon"], '--ttl-seconds is "soon": expected a whole number'],
  [["tool", "rate", "--tool", "t", "--provider", "p"], "Nothing to rate"],
  [["tool", "rate", "--tool", "t", "--provider", "p", "--risk", "huge"], '--risk is "huge": expected low'],
  [["key", "revoke"], "Usage: key revoke ID"],
  [["key", "list"], "--gateway is missing"],
  [["tenant", "list", "--tenant", "x"], "Valid flags: none, --json"],
])("%j ends with 2 and one line that helps", async (args, words) => {
  const { code, out, err } = await command(args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(words);
  expect(err.split("\n")).toHaveLength(1);
});

test("a process ends with the code of its command and says why on standard error", async () => {
  expect(await countersign(["user", "make"])).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringMatching(/\n$/),
  });
  const { code, err } = await countersign(["key", "create", "--gateway", "nobody", "--tenants", "acme"]);
  expect({ code, err: err.trim() }).toMatchObject({
    code: 1,
    err: expect.stringContaining('no gateway "nobody"'),
  });
});

test("headless set-up is the same at every start", async () => {
  const variables = {
    COUNTERSIGN_INIT_ADMIN_EMAIL: "init@acme.example",
    COUNTERSIGN_INIT_ADMIN_PASSWORD: "correct horse battery staple",
    COUNTERSIGN_INIT_GATEWAY: "init-gw",
    COUNTERSIGN_INIT_GATEWAY_KEY: `csk_${"i".repeat(43)}`,
    COUNTERSIGN_INIT_GATEWAY_SECRET: `whsec_${Buffer.alloc(24, 7).toString("base64")}`,
    COUNTERSIGN_INIT_GATEWAY_CALLBACK_URL: "https://gw.example/hooks",
    COUNTERSIGN_INIT_GATEWAY_TENANTS: "acme,initech",
  };
  const first = await result(["init"], { env: variables });
  expect(first).toMatchObject({
    admin: "created",
    gateway: { name: "init-gw", state: "created", key: "created", signing_secret: "created" },
  });
  Object.assign(process.env, variables);
  onTestFinished(() => {
    for (const name of Object.keys(variables)) delete process.env[name];
  });
  expect(await result(["init"])).toMatchObject({
    admin: "unchanged",
    gateway: { state: "unchanged", key: "unchanged", signing_secret: "unchanged" },
  });
  expect((await bearer(variables.COUNTERSIGN_INIT_GATEWAY_KEY)).actor).toMatchObject({
    kind: "gateway",
    name: "init-gw",
  });
  delete process.env.COUNTERSIGN_INIT_GATEWAY_TENANTS;
  expect(await command(["init"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("COUNTERSIGN_INIT_GATEWAY_TENANTS is missing"),
  });
  for (const name of Object.keys(variables)) delete process.env[name];
  expect(await result(["init"])).toEqual({});
});

test("policies go to a file and back; what is in force already makes no version", async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "policies-")), "policies.yaml");
  onTestFinished(() => rm(path.dirname(file), { recursive: true }));
  expect(await result(["policy", "export", file])).toEqual({ file, version: null, policies: 0 });
  const text = "policies:\n  - name: Refunds\n    action: require\n    match:\n      tools: [refund]\n";
  await writeFile(file, text);
  const dry = await result(["policy", "apply", file, "--dry-run"]);
  expect(dry).toMatchObject({ complete: true, changes: { added: ["Refunds"] } });
  expect(await result(["policy", "apply", file])).toMatchObject({ version: 1, added: ["Refunds"] });
  await result(["policy", "export", file]);
  expect(await readFile(file, "utf8")).toContain("on: true");
  expect(await result(["policy", "apply", file])).toMatchObject({ version: 1, unchanged: true });
  await writeFile(file, `version: 7\n${text}`);
  expect((await command(["policy", "apply", file, "--dry-run"])).out).toContain(
    "The file is for version 7, but version 1 is in force: applying it would be refused.",
  );
  expect(await command(["policy", "apply", file])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Version 1/),
  });
  for (const wrong of ["policies: [", "policies: &a [*a]", "policies:\n  - name: x\n    action: maybe\n"]) {
    await writeFile(file, wrong);
    expect((await command(["policy", "apply", file])).code).toBeGreaterThan(0);
  }
  await writeFile(file, `${text}      gateway: [one]\n`.replace("tools", "tool"));
  const { err } = await command(["policy", "apply", file, "--dry-run"]);
  expect(err.split("\n")).toEqual([
    expect.stringMatching(/and 1 more/),
    expect.stringMatching(/^line 5: \/policies\/0\/match\/tool: /),
    expect.stringMatching(/^line 6: \/policies\/0\/match\/gateway: /),
  ]);
  await writeFile(file, `${text}      arguments:\n        - { path: /amount, op: ">", value: 5 }\n`);
  expect((await command(["policy", "apply", file])).err).toMatch(
    /^line 7: \/policies\/0\/match\/arguments\/0\/op: one of: equals, .*over, at_least/m,
  );
  await writeFile(file, `${text}    require: { deciders: { groups: [nobodys] } }\n`);
  expect((await command(["policy", "apply", file])).err).toMatch(/^line 6: \/policies\/0\/require\//m);
  expect((await command(["policy", "apply", `${file}.none`])).err).toContain("cannot be read");
});
