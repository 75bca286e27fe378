import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EXTENSIONS } from "@/lib/approvals/extensions";
import { aCallUnder, approve, load } from "@/lib/approvals/testing/waiting";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { DAY_MS, HOUR_MS, SECOND_MS } from "@/lib/core/durations";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { utcMinute } from "@/lib/delivery/channels/slack/render";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { runOnce as deliver } from "@/lib/delivery/worker";
import { closeLiveHub } from "@/lib/live/hub";
import { anAdministrator } from "@/lib/policies/testing/installation";
import { aPerson } from "@/lib/testing/factories";
import { setVariables } from "@/lib/testing/settings";
import { aSlack, BOT_TOKEN, type SlackStandIn } from "@/lib/testing/slack";
import { compose } from "../compose";
import { noteOutcome } from "../outcomes";
import { notified } from "../testing/scene";
import { type Handled, handleCommand, handleInteraction } from "./interactions";
import { aCommand, anExtension, aPress, aScene, aWaitingCall, linked, type Scene } from "./testing/scene";

const system = systemScope("tests");
const HOUR = HOUR_MS / SECOND_MS;

let workspace: SlackStandIn;
let putBack: () => void;
let drop: () => Promise<void>;
let admin: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  workspace = await aSlack();
  putBack = setVariables({ SLACK_API_URL: workspace.apiUrl, SLACK_BOT_TOKEN: BOT_TOKEN });
  admin = await anAdministrator();
});
beforeEach(() => {
  for (const list of [workspace.calls, workspace.messages, workspace.responses]) list.length = 0;
});
afterAll(async () => {
  putBack();
  await workspace.close();
  await closeLiveHub();
  await closeDatabase();
  await drop();
});

async function run({ answer, after }: Handled): Promise<object> {
  await after?.();
  return answer;
}

const press = async (id: string, user: string) =>
  run(handleInteraction(await aPress(workspace, id, user, "extend")));
const submit = (user: string, seconds: number | null = HOUR) =>
  run(handleInteraction(anExtension(workspace, user, seconds)));

const told = () => workspace.responses.map(({ text }) => String(text));
const dialogs = () => workspace.callsOf("views.open").map(({ view }) => view);
const decideBy = async (id: string) => (await load(id)).decideBy;
const set = (id: string, data: object) =>
  ingest(system, (tx) => tx.approval.updateMany({ where: { id }, data }));

/** One pass of the worker over what is due. */
async function send(): Promise<void> {
  await notified();
  await deliver({ compose, settle: [noteOutcome] });
}

type Button = { action_id: string; value?: string };

const buttonsOf = (blocks: unknown) =>
  (blocks as { type: string; elements?: Button[] }[])
    .filter(({ type }) => type === "actions")
    .flatMap(({ elements = [] }) => elements);

describe("who may decide a call", () => {
  test("extends it from its message, which shows the new deadline, also where nothing is decided in Slack", async () => {
    const scene = await aScene(null);
    const id = await aWaitingCall(scene);
    await send();
    const [message] = workspace.messages;
    const [extend, ...others] = buttonsOf(message?.args.blocks);
    expect(extend?.action_id).toBe("countersign_extend");
    expect(others.map(({ action_id }) => action_id)).toEqual(["countersign_open"]);
    const before = await decideBy(id);
    await run(handleInteraction({ ...(await aPress(workspace, id, scene.slackUser)), actions: [extend] }));
    expect(await decideBy(id)).toEqual(before);
    const shown = JSON.stringify(dialogs());
    for (const { label, seconds } of EXTENSIONS) {
      expect(shown).toContain(label);
      expect(shown).toContain(`until ${utcMinute(new Date(before.getTime() + seconds * SECOND_MS))}`);
    }
    expect(shown).not.toContain("mrkdwn");
    await submit(scene.slackUser, 4 * HOUR);
    const after = new Date(before.getTime() + 4 * HOUR_MS);
    expect(await decideBy(id)).toEqual(after);
    expect(told()).toEqual([`You extended it. It now waits until ${utcMinute(after)}.`]);
    expect(workspace.responses[0]).toMatchObject({ response_type: "ephemeral", replace_original: false });
    await send();
    expect(workspace.messages).toHaveLength(1);
    expect(JSON.stringify(message?.args.blocks)).toContain(`Decide by ${utcMinute(after)}`);
    expect(buttonsOf(message?.args.blocks)).toHaveLength(2);
    const [entry] = await read(system, (tx) =>
      tx.activity.findMany({ where: { subjectId: id, action: "approval.extended" } }),
    );
    expect(entry?.actorName).toBe(scene.person.actor.name);
  });

  test("extends it from the list of /countersign", async () => {
    const scene = await aScene(null);
    const id = await aWaitingCall(scene, { risk: "critical" });
    await run(handleCommand(aCommand(workspace, scene.slackUser)));
    const [extend] = buttonsOf(workspace.responses[0]?.blocks);
    const before = await decideBy(id);
    await run(handleInteraction({ ...(await aPress(workspace, id, scene.slackUser)), actions: [extend] }));
    await submit(scene.slackUser);
    expect(await decideBy(id)).toEqual(new Date(before.getTime() + HOUR_MS));
  });

  test("extends it also after their own vote, while others are missing", async () => {
    const scene = await aScene(null);
    const id = await aCallUnder({ ...scene, admin }, { approvals: 2 }, { risk: "medium" });
    await approve(scene.person, id);
    await press(id, scene.slackUser);
    await submit(scene.slackUser);
    expect(told()).toEqual([expect.stringMatching(/^You extended it/)]);
  });

  test("chooses among what the page offers, and nothing else", async () => {
    const scene = await aScene(null);
    const id = await aWaitingCall(scene);
    const before = await decideBy(id);
    await press(id, scene.slackUser);
    for (const seconds of [null, 1, 10 * 24 * HOUR])
      expect(await submit(scene.slackUser, seconds)).toMatchObject({ response_action: "errors" });
    expect(await decideBy(id)).toEqual(before);
  });

  test("sees where the longest deadline cuts a choice", async () => {
    const scene = await aScene(null);
    const id = await aWaitingCall(scene);
    const last = new Date((await load(id)).createdAt.getTime() + 30 * DAY_MS);
    await set(id, { decideBy: new Date(last.getTime() - 2 * HOUR_MS) });
    await press(id, scene.slackUser);
    expect(JSON.stringify(dialogs())).toContain(`until ${utcMinute(last)}, the longest`);
    await submit(scene.slackUser, 4 * HOUR);
    expect(await decideBy(id)).toEqual(last);
    await press(id, scene.slackUser);
    expect(told().at(-1)).toMatch(
      /already, 30 days after it was asked for, which is the longest.*not changed/,
    );
    expect(dialogs()).toHaveLength(1);
  });
});

describe("refused, only to who pressed, and the deadline stays", () => {
  /** What makes it refuse, before the press and after the dialog opened. */
  const MADE: [string, (id: string, scene: Scene) => Promise<unknown>, RegExp][] = [
    [
      "edited",
      (id) => set(id, { revision: 2, argumentsSha256: "0".repeat(64) }),
      /not the ones you were looking at/,
    ],
    ["decided", async (id, { tenant }) => approve(await aPerson([tenant]), id), /approved this at/],
    ["expired", (id) => set(id, { decideBy: new Date(Date.now() - DAY_MS) }), /^The time to decide ended/],
  ];

  test.each(MADE)("a call that was %s", async (_, make, words) => {
    const scene = await aScene(null);
    for (const when of ["before the press", "after the dialog"]) {
      workspace.responses.length = 0;
      const id = await aWaitingCall(scene, { argumentsText: JSON.stringify({ when }) });
      const pressed = await aPress(workspace, id, scene.slackUser, "extend");
      const opened = dialogs().length;
      if (when === "after the dialog") await run(handleInteraction(pressed));
      await make(id, scene);
      const before = await decideBy(id);
      if (when === "after the dialog") await submit(scene.slackUser);
      else await run(handleInteraction(pressed));
      expect(told()).toEqual([expect.stringMatching(words)]);
      expect(told()[0]).toContain("The deadline was not changed");
      expect(workspace.responses[0]).toMatchObject({ response_type: "ephemeral" });
      expect(dialogs()).toHaveLength(opened + (when === "after the dialog" ? 1 : 0));
      expect(await decideBy(id)).toEqual(before);
    }
  });

  test("people of other tenants, viewers, people whom its policy does not name, and accounts without a link", async () => {
    const scene = await aScene();
    const id = await aWaitingCall(scene);
    await press(id, (await aScene()).slackUser);
    await press(id, await linked(await aPerson([scene.tenant], "viewer")));
    await press(id, "U0STRANGER");
    const named = { roles: [], people: [admin.actor.email], groups: [] };
    const call = { risk: "medium", argumentsText: '{"path":"/named"}' } as const;
    await press(await aCallUnder({ ...scene, admin }, { deciders: named }, call), scene.slackUser);
    expect(told()).toEqual([
      "There is no such approval.",
      expect.stringMatching(/Your role \(viewer\) may not decide/),
      expect.stringContaining("No Countersign account is linked"),
      expect.stringMatching(/The deadline was not changed/),
    ]);
    expect(dialogs()).toEqual([]);
  });

  test("a person who lost the right after the dialog opened", async () => {
    const scene = await aScene();
    const id = await aWaitingCall(scene);
    const before = await decideBy(id);
    await press(id, scene.slackUser);
    const where = { id: scene.person.actor.id };
    await ingest(system, (tx) => tx.user.update({ where, data: { role: "viewer" } }));
    await submit(scene.slackUser);
    expect(told()).toEqual([expect.stringMatching(/Your role \(viewer\)/)]);
    expect(await decideBy(id)).toEqual(before);
  });

  test("a call that is approved and held before its release", async () => {
    const scene = await aScene();
    const id = await aWaitingCall(scene);
    await set(id, { releaseAt: new Date(Date.now() + HOUR_MS) });
    await press(id, scene.slackUser);
    expect(told()).toEqual([expect.stringMatching(/held until its release.*not changed/)]);
  });
});
