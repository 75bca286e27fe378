import {
  aBrowserAt,
  aPushService,
  type PushService,
} from "../lib/delivery/channels/push/testing/push-service";
import { aMailServer, type MailReceiver } from "../lib/delivery/testing/mail-server";
import { APP_TOKEN, aSlack, BOT_TOKEN, SIGNING_SECRET, type SlackStandIn } from "../lib/testing/slack";
import { expectAccessibleEverywhere } from "./accessible";
import { startOwnApp } from "./app";
import { approveOf, bar, readToEnd } from "./calls-in-list";
import { Api, test as base, expect, isLive, press } from "./fixtures";
import { aPersonWith, aPhoneOf, aTokenOf, linkSlackOf, setTenant, waitLonger } from "./made";
import { aDevice } from "./passkey-device";

// A night from the first message to the last, with real receivers on this machine: a mail server, a push service, and a
// stand-in for Slack.

type Night = { mail: MailReceiver; slack: SlackStandIn; phones: PushService };

const test = base.extend<object, { night: Night }>({
  night: [
    async ({ running: _ }, use) => {
      const [mail, slack, phones] = await Promise.all([aMailServer(), aSlack(), aPushService()]);
      const app = await startOwnApp({
        SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`,
        SMTP_FROM: "Countersign <countersign@acme.example>",
        SLACK_API_URL: slack.apiUrl,
        SLACK_BOT_TOKEN: BOT_TOKEN,
        SLACK_APP_TOKEN: APP_TOKEN,
        SLACK_SIGNING_SECRET: SIGNING_SECRET,
      });
      await use({ mail, slack, phones });
      await app.stop();
      await Promise.all([mail.close(), slack.close(), phones.close()]);
    },
    { scope: "worker", auto: true, timeout: 600_000 },
  ],
});

/** Subjects of the mails to an address, oldest first (RFC 2047: words in Q encoding, folded lines). */
const subjectsTo = ({ mail }: Night, email: string) =>
  mail.received
    .filter(({ to }) => to.includes(email))
    .map(({ raw }) => /^Subject: (.+(?:\r\n[ \t].+)*)/im.exec(raw)?.[1] ?? "")
    .map((text) =>
      decodeURIComponent(
        text
          .replace(/\r\n[ \t]/g, " ")
          .replaceAll("?= =?UTF-8?Q?", "")
          .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word: string) =>
            word.replaceAll("_", " ").replaceAll("%", "%25").replaceAll("=", "%"),
          ),
      ),
    );

test("a critical call at night: quiet hours, reminder, escalation, a push to who is on call, and a decision there", async ({
  app,
  night,
  pageOf,
}) => {
  const { slack, phones } = night;
  const api = new Api(app.url, app.gateway.key);
  const [maya, ines, tom] = await Promise.all(
    ["Maya", "Ines", "Tom"].map((name) => aPersonWith("approver", { name })),
  );
  if (!maya || !ines || !tom) throw new Error("three people are needed");
  await linkSlackOf(ines, "UINES");
  const phone = aBrowserAt(phones, "/tom");
  await aPhoneOf(tom, phone.subscription);
  await setTenant("acme", { critical_needs_passkey: true });
  const admin = new Api(app.url, await aTokenOf(app.admin.email));
  const broadcasts = {
    name: "Broadcasts",
    action: "require",
    match: { tools: ["send-broadcast"] },
    require: {
      decide_within_seconds: 3_600,
      deciders: { people: [maya.email, ines.email] },
      escalate: { after_seconds: 600, people: [tom.email] },
    },
  };
  const saved = await admin.send("PUT", "/api/v1/policies", { version: null, policies: [broadcasts] });
  expect(saved.status, JSON.stringify(saved.json)).toBe(200);

  // Maya sleeps: by keyboard, she sets quiet hours in which nothing reaches her.
  // Not in the shared browser, which knows the other app.
  const settings = await pageOf(maya, { width: 1440 });
  await settings.goto("/settings/profile/notifications");
  const quiet = settings.getByLabel("Quiet hours");
  await isLive(quiet);
  await quiet.focus();
  await settings.keyboard.press("Space");
  const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
  await settings.getByLabel("Time zone").fill("UTC");
  await settings.getByRole("option", { name: "UTC", exact: true }).click();
  await settings.getByLabel("From", { exact: true }).fill(clock(-180));
  await settings.getByLabel("Until", { exact: true }).fill(clock(180));
  await settings.getByLabel("During quiet hours").selectOption({ label: "Nothing reaches me" });
  await expect(settings.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
  await settings.reload();
  await expect(settings.getByLabel("During quiet hours")).toHaveValue("none");
  await expectAccessibleEverywhere(settings);

  const { id } = await api.aPendingApproval({ risk: "critical" });
  await expect
    .poll(() => subjectsTo(night, ines.email))
    .toEqual(["Critical risk: resend · send-broadcast is waiting"]);
  await expect.poll(() => slack.messages.length).toBe(1);
  expect(JSON.stringify(slack.messages[0]?.args)).toContain("10,412 contacts");
  await settings.goto("/notifications");
  const log = settings.getByRole("list", { name: "Notifications" });
  await expect(log.getByRole("listitem")).toContainText(["E-mail to you"]);
  await expect(log).toContainText("Held by quiet hours.");

  // Half an hour later: Ines is reminded, Tom is asked, Maya still sleeps.
  await waitLonger(id, 1_900);
  await expect.poll(() => subjectsTo(night, ines.email)).toHaveLength(2);
  expect(subjectsTo(night, ines.email)[1]).toMatch(
    /^Critical risk: resend · send-broadcast expires in \d+ minutes$/,
  );
  await expect.poll(() => slack.messages.length).toBe(2);
  type Pushed = { title: string; body: string; path: string; closed: boolean };
  const pushed = () => phones.taken.map(({ body }) => phone.read(body) as Pushed);
  await expect.poll(() => pushed().length).toBeGreaterThanOrEqual(1);
  const [first] = pushed();
  expect(first).toMatchObject({ path: `/approvals/${id}`, closed: false });
  expect(JSON.stringify(pushed())).not.toMatch(/Pricing changes|seg_all_customers/);
  expect(subjectsTo(night, maya.email)).toEqual([]);

  // Tom opens it on his phone, and decides with his passkey.
  const onPhone = await pageOf(tom, { width: 390 });
  await aDevice(onPhone);
  await onPhone.goto("/settings/profile#passkeys");
  const passkeys = onPhone.getByRole("region", { name: "Passkeys", exact: true });
  const dialog = onPhone.getByRole("dialog");
  await press(passkeys.getByRole("button", { name: "Add a passkey…" }), dialog);
  await dialog.getByLabel("What do you call it?").fill("Phone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(passkeys).toContainText("Phone");
  await onPhone.goto(first?.path ?? "");
  await isLive(bar(onPhone).getByRole("textbox"));
  await bar(onPhone).getByRole("textbox").fill("10412");
  await readToEnd(onPhone);
  await press(approveOf(onPhone), onPhone.getByText(/Approval recorded/).first());

  // What was sent shows the outcome, and no one is asked again.
  await expect
    .poll(() => slack.messages.map(({ args }) => /Approved by Tom/.test(JSON.stringify(args))))
    .toEqual([true, true]);
  await expect
    .poll(() => pushed().at(-1))
    .toMatchObject({ closed: true, body: expect.stringContaining("Approved by Tom") });
  await expect
    .poll(async () => {
      await settings.reload();
      return log.textContent();
    })
    .toContain("Before this was sent: Approved by Tom");
  expect(subjectsTo(night, maya.email)).toEqual([]);
  expect(subjectsTo(night, ines.email)).toHaveLength(2);
  const ids = night.mail.received.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(ids.length);
  await expectAccessibleEverywhere(settings);
});
