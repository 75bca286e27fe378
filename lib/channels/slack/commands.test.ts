import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator } from "@/lib/policies/testing/installation";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { setVariables } from "@/lib/testing/settings";
import { APP_TOKEN, aSlack, BOT_TOKEN, type SlackStandIn } from "@/lib/testing/slack";
import { checkSlack } from "./check";
import { removeSlackSecrets, saveSlackSecrets, setSlackUpTo, testSlack } from "./commands";
import { slackManifest } from "./manifest";
import { listSlackTenants } from "./queries";
import { slackSecretsInput } from "./schema";
import { findSlackSettings, getSlackFacts } from "./settings";

const system = systemScope("tests");

let workspace: SlackStandIn;
let drop: () => Promise<void>;
let putBack: () => void;

// The settings are the installation's.
beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  workspace = await aSlack();
  putBack = setVariables({ SLACK_API_URL: workspace.apiUrl });
});
afterAll(async () => {
  putBack();
  await workspace.close();
  await closeDatabase();
  await drop();
});

test("secrets are stored encrypted, kept when nothing is typed, and the environment wins", async () => {
  const admin = await anAdministrator();
  await saveSlackSecrets(admin, { botToken: BOT_TOKEN, appToken: "", signingSecret: "" });
  await saveSlackSecrets(admin, { appToken: APP_TOKEN });
  expect(await findSlackSettings()).toEqual({
    botToken: BOT_TOKEN,
    appToken: APP_TOKEN,
    signingSecret: null,
  });
  const row = await read(system, (tx) => tx.channelSetting.findUnique({ where: { channel: "slack" } }));
  expect(JSON.stringify(row)).not.toContain("xoxb-");
  const facts = await getSlackFacts();
  expect(facts.sources).toEqual({ botToken: "stored", appToken: "stored", signingSecret: null });
  expect(JSON.stringify(facts)).not.toContain("xapp-");
  const restore = setVariables({ SLACK_BOT_TOKEN: "xoxb-of-the-environment" });
  expect((await findSlackSettings()).botToken).toBe("xoxb-of-the-environment");
  expect((await getSlackFacts()).sources.botToken).toBe("environment");
  restore();
  const rekeyed = setVariables({ AUTH_SECRET: "another".repeat(8) });
  expect((await getSlackFacts()).sources.botToken).toBe("unreadable");
  expect((await findSlackSettings()).botToken).toBeNull();
  rekeyed();
  await removeSlackSecrets(admin);
  expect(await findSlackSettings()).toEqual({ botToken: null, appToken: null, signingSecret: null });
});

test("only administrators of all tenants set Slack up or test it", async () => {
  const some = await aPerson([await aTenant()], "admin");
  await expect(saveSlackSecrets(some, { botToken: BOT_TOKEN })).rejects.toThrow(/limited to some tenants/);
  await expect(removeSlackSecrets(some)).rejects.toThrow(/limited to some tenants/);
  await expect(testSlack(some)).rejects.toThrow(/limited to some tenants/);
});

test.each([
  [{ botToken: "xapp-12345678" }, "xoxb-"],
  [{ appToken: "xoxb-12345678" }, "xapp-"],
  [{ signingSecret: "not hex" }, "hex digits"],
])("%o is refused", (typed, words) => {
  expect(slackSecretsInput.safeParse(typed).error?.issues[0]?.message).toContain(words);
});

test("the connection test says what Slack says, and what to do", async () => {
  expect(await checkSlack()).toEqual([]);
  const restore = setVariables({ SLACK_BOT_TOKEN: BOT_TOKEN, SLACK_APP_TOKEN: APP_TOKEN });
  const { checks } = await testSlack(await anAdministrator());
  expect(checks.map(({ ok }) => ok)).toEqual([true, true]);
  expect(checks[0]?.detail).toContain("workspace Stand-in");
  workspace.answerNext("auth.test", { error: "account_inactive" });
  workspace.answerNext("apps.connections.open", { error: "not_allowed_token_type" });
  expect((await checkSlack()).map(({ ok, detail }) => [ok, detail])).toEqual([
    [false, expect.stringMatching(/app was removed.*store its new bot token.*account_inactive/)],
    [false, expect.stringMatching(/connections:write/)],
  ]);
  setVariables({ SLACK_API_URL: "http://127.0.0.1:9/" });
  expect((await checkSlack())[0]?.detail).toMatch(/cannot be reached.*SLACK_API_URL/);
  restore();
  setVariables({ SLACK_API_URL: workspace.apiUrl });
});

test("a tenant's administrator says up to which risk calls are decided in Slack", async () => {
  const tenant = await aTenant();
  const admin = await aPerson([tenant], "admin");
  expect(await listSlackTenants(admin)).toMatchObject([{ key: tenant.key, upTo: null }]);
  await setSlackUpTo(admin, { tenant: tenant.key, upTo: "medium" });
  await setSlackUpTo(admin, { tenant: tenant.key, upTo: "medium" });
  expect(await listSlackTenants(admin)).toMatchObject([{ key: tenant.key, upTo: "medium" }]);
  await setSlackUpTo(admin, { tenant: tenant.key, upTo: null });
  expect(await listSlackTenants(admin)).toMatchObject([{ upTo: null }]);
  const trail = await read(system, (tx) =>
    tx.activity.count({ where: { subjectId: tenant.id, action: "tenant.slack_changed" } }),
  );
  expect(trail).toBe(2);
  await expect(setSlackUpTo(await aPerson([tenant]), { tenant: tenant.key, upTo: "high" })).rejects.toThrow(
    /admin/,
  );
  const stranger = await aPerson([await aTenant()], "admin");
  await expect(setSlackUpTo(stranger, { tenant: tenant.key, upTo: "high" })).rejects.toThrow(/no tenant/);
});

test("the manifest names this installation where Slack posts to it, and asks for what is used", () => {
  const http = JSON.parse(slackManifest("https://countersign.example", "http"));
  expect(http.settings.interactivity.request_url).toBe("https://countersign.example/api/slack/interactions");
  expect(http.features.slash_commands[0].url).toBe("https://countersign.example/api/slack/commands");
  const socket = JSON.parse(slackManifest("https://countersign.example", "socket"));
  expect(socket.settings).toMatchObject({ socket_mode_enabled: true, interactivity: { is_enabled: true } });
  expect(JSON.stringify(socket)).not.toContain("countersign.example");
  expect(socket.oauth_config.scopes.bot).toContain("chat:write");
});
