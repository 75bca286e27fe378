import { afterAll, afterEach, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { aMailServer } from "@/lib/delivery/testing/mail-server";
import { setVariables } from "@/lib/testing/settings";
import { doctor } from "./verbs/doctor";

const open: { close: () => Promise<void> }[] = [];
const kept: (() => void)[] = [];

afterEach(async () => {
  for (const putBack of kept.splice(0)) putBack();
  await Promise.all(open.splice(0).map((one) => one.close()));
});
afterAll(closeDatabase);

type Check = { name: string; ok: boolean; detail: string };

/** What doctor says of e-mail. */
async function mailCheck(url?: string): Promise<Check | undefined> {
  if (url) kept.push(setVariables({ SMTP_URL: url }));
  const { json } = await doctor.run([]);
  return (json as { checks: Check[] }).checks.find(({ name }) => name === "e-mail");
}

test("doctor signs in at the mail server and sends nothing, and is silent without one", async () => {
  expect(await mailCheck()).toBeUndefined();
  const mails = await aMailServer({ disabledCommands: ["STARTTLS", "AUTH"] });
  open.push(mails);
  const at = `127.0.0.1:${mails.port}`;
  const check = await mailCheck(`smtp://${at}?tls=off`);
  expect(check).toEqual({ name: "e-mail", ok: true, detail: `${at} (SMTP_URL) takes connections` });
  expect(mails.received).toEqual([]);
});

test("doctor says what is wrong with the mail server", async () => {
  const mails = await aMailServer({ disabledCommands: ["STARTTLS", "AUTH"] });
  open.push(mails);
  const check = await mailCheck(`smtp://127.0.0.1:${mails.port}`);
  expect(check).toMatchObject({ ok: false, detail: expect.stringContaining("offers no STARTTLS") });
});
