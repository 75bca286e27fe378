import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { load } from "@/lib/approvals/testing/waiting";
import { removeSlackSecrets, saveSlackSecrets } from "@/lib/channels/slack/commands";
import { closeDatabase } from "@/lib/core/db";
import { every } from "@/lib/core/every";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { until } from "@/lib/delivery/testing/scene";
import { closeLiveHub } from "@/lib/live/hub";
import { anAdministrator } from "@/lib/policies/testing/installation";
import { setVariables } from "@/lib/testing/settings";
import { APP_TOKEN, aSlack, BOT_TOKEN, SIGNING_SECRET, type SlackStandIn } from "@/lib/testing/slack";
import { holdBack } from "@/lib/testing/watch";
import { aCommand, aPress, aScene, aSubmission, aWaitingCall } from "./testing/scene";
import { slackSocket } from "./worker";

let workspace: SlackStandIn;
let putBack: () => void;
let stop: AbortController;
let running: Promise<void>;

function start(): void {
  stop = new AbortController();
  running = every(slackSocket(), stop.signal);
}

async function end(): Promise<void> {
  stop.abort();
  await running;
  await until("it is disconnected", () => workspace.connections() === 0);
}

let drop: () => Promise<void>;

// The settings are the installation's.
beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  workspace = await aSlack();
  putBack = setVariables({
    SLACK_API_URL: workspace.apiUrl,
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_APP_TOKEN: APP_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
  });
});
beforeEach(async () => {
  for (const list of [workspace.calls, workspace.messages, workspace.responses]) list.length = 0;
  start();
  await until("the worker is connected", () => workspace.connections() === 1);
  // After this the greeting was read too.
  await workspace.push("hello_again", {});
});
afterEach(end);
afterAll(async () => {
  putBack();
  await workspace.close();
  await closeLiveHub();
  await closeDatabase();
  await drop();
});

const opened = () => workspace.callsOf("apps.connections.open").length;
const dialogs = () => workspace.callsOf("views.open").length;

test("a press, a dialog and a command are acknowledged and handled", async () => {
  const scene = await aScene();
  const id = await aWaitingCall(scene);
  expect(await workspace.push("interactive", await aPress(workspace, id, scene.slackUser))).toEqual({});
  await until("the dialog is open", () => dialogs() === 1);
  await workspace.push("interactive", aSubmission(workspace, scene.slackUser));
  await until("it is approved", async () => (await load(id)).decision === "approved");
  await workspace.push("slash_commands", aCommand(workspace, scene.slackUser));
  await until("the command is answered", () => workspace.responses.length === 2);
  expect(workspace.responses.map(({ text }) => text)).toEqual(["You approved it.", "No call waits for you."]);
});

test("a mistake in a dialog is part of the acknowledgement", async () => {
  const scene = await aScene();
  const id = await aWaitingCall(scene);
  await workspace.push("interactive", await aPress(workspace, id, scene.slackUser, "reject"));
  await until("the dialog is open", () => dialogs() === 1);
  const answer = await workspace.push("interactive", aSubmission(workspace, scene.slackUser, " "));
  expect(answer).toMatchObject({ response_action: "errors" });
});

test("an envelope is acknowledged before its work begins, so that a slow database delays none", async () => {
  const scene = await aScene();
  const id = await aWaitingCall(scene);
  const press = await aPress(workspace, id, scene.slackUser);
  const held = holdBack("from slack_accounts");
  expect(await workspace.push("interactive", press)).toEqual({});
  await held.reached;
  expect(dialogs()).toBe(0);
  expect(workspace.late()).toBe(0);
  held.release();
  await until("the dialog is open", () => dialogs() === 1);
});

test("the same envelope twice is acknowledged twice and handled once", async () => {
  const scene = await aScene();
  const press = await aPress(workspace, await aWaitingCall(scene), scene.slackUser);
  await workspace.push("interactive", press, "E1");
  await until("the dialog is open", () => dialogs() === 1);
  expect(await workspace.push("interactive", press, "E1")).toEqual({});
  await workspace.push("slash_commands", aCommand(workspace, scene.slackUser));
  await until("the command is answered", () => workspace.responses.length === 1);
  expect(dialogs()).toBe(1);
});

test("unknown envelopes are acknowledged and change nothing", async () => {
  expect(await workspace.push("events_api", { event: { type: "app_mention" } })).toEqual({});
});

test.each(["warning", "refresh_requested", "link_disabled"])(
  "after a disconnect (%s) it connects again",
  async (reason) => {
    workspace.disconnect(reason);
    await until("it is connected again", () => opened() === 2 && workspace.connections() === 1);
    const scene = await aScene(null);
    await workspace.push("slash_commands", aCommand(workspace, scene.slackUser));
    await until("the command is answered", () => workspace.responses.length === 1);
  },
);

test("a lost connection wakes the job, which may rest for minutes", async () => {
  await end();
  const job = slackSocket();
  let notices = 0;
  const silence = await job.wake?.(() => {
    notices += 1;
  });
  await job.runOnce(new AbortController().signal);
  expect(notices).toBe(0);
  workspace.disconnect("warning");
  await until("the job is woken", () => notices === 1);
  silence?.();
  await job.atEnd?.();
});

test("after a cut it connects again, also when Slack is not reachable at first", async () => {
  workspace.answerNext("apps.connections.open", { error: "internal_error" });
  workspace.cutConnections();
  await until("it tried", () => opened() === 2);
  // The next try comes with a change of the settings or after half a minute: a new worker asks at once.
  await end();
  start();
  await until("it is connected again", () => workspace.connections() === 1);
});

test("a token that is stored, replaced or removed is used at once", async () => {
  await end();
  const restore = setVariables({ SLACK_APP_TOKEN: undefined });
  start();
  const admin = await anAdministrator();
  await saveSlackSecrets(admin, { appToken: "xapp-of-nobody" });
  await until("Slack refused it", () => opened() > 0 && workspace.connections() === 0);
  await saveSlackSecrets(admin, { appToken: APP_TOKEN });
  await until("the worker is connected", () => workspace.connections() === 1);
  await removeSlackSecrets(admin);
  await until("it is disconnected", () => workspace.connections() === 0);
  restore();
});

test("a stop ends the work that was acknowledged, and then the connection", async () => {
  const scene = await aScene(null);
  await workspace.push("slash_commands", aCommand(workspace, scene.slackUser));
  await end();
  expect(workspace.responses).toHaveLength(1);
  start();
  await until("the next worker is connected", () => workspace.connections() === 1);
});
