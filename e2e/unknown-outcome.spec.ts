import { expectAccessibleEverywhere } from "./accessible";
import { Api, broadcast, expect, isLive, leaveDialog, press, pressKey, test, token } from "./fixtures";
import { aTokenOf } from "./made";

// A call that its gateway lost: the next one like it waits, and a person records what happened.

test("the same call waits after an unknown outcome, until a person records what really happened", async ({
  api,
  app,
  people,
  signedInAs,
}) => {
  const run = token();
  const same = {
    ...{ summary: `Send the newsletter ${run}`, risk: "low", tool: `send-${run}` },
    ...{ agent: `mailer-${run}`, arguments: { to: "all", run } },
  };
  const { id, body } = await api.aPendingApproval(same);
  const decider = new Api(app.url, await aTokenOf((await people("approver")).email));
  const seen = { revision: body.revision, arguments_sha256: body.arguments_sha256 };
  await decider.send("POST", `/api/v1/approvals/${id}/approve`, seen);
  const { execution_id } = await api.approval(id);
  const lost = { execution_id, state: "unknown", error: { message: "The connection broke." } };
  await api.send("POST", `/api/v1/approvals/${id}/execution`, lost);
  const asks = async () => (await api.send("POST", "/api/v1/authorize", { ...broadcast(), ...same })).json;
  const next = await asks();
  expect(next).toMatchObject({ decision: "wait" });

  const page = await signedInAs("approver");
  await page.goto(`/approvals/${next.approval_id}`);
  const why = page.getByRole("region", { name: "Why this is here" });
  await expect(why).toContainText("It is not known how the same call ended before.");
  const unusual = page.getByRole("list", { name: "What is unusual" });
  await expect(unusual).toContainText("it may have taken effect already. Look there before you approve.");
  await unusual.getByRole("link", { name: "The same call" }).click();
  const happened = page.getByRole("region", { name: "What really happened" });
  await expect(happened).toContainText("It is not known whether it took effect.");
  const ran = happened.getByRole("button", { name: "It ran…" });
  await isLive(ran);
  await ran.focus();
  const dialog = page.getByRole("dialog");
  await pressKey(page, "Enter", dialog);
  await expect(dialog.getByLabel("How you know")).toBeFocused();
  await dialog.getByRole("button", { name: "Record" }).click();
  await expect(dialog.getByText("Say how you know.")).toBeVisible();
  await expectAccessibleEverywhere(page);
  await dialog.getByLabel("How you know").fill("It is in the outbox.");
  await dialog.getByRole("button", { name: "Record" }).click();
  await expect(happened).toContainText("It ran.");
  await expect(happened).toContainText("“It is in the outbox.”");
  await expect(page.getByText("Found out: the call ran")).toBeVisible();
  await press(happened.getByRole("button", { name: "Correct: It did not run…" }), dialog);
  await leaveDialog(page);

  const phone = await signedInAs("approver", { width: 390, colorScheme: "dark" });
  await phone.goto(`/approvals/${next.approval_id}`);
  await expect(phone.getByRole("region", { name: "Why this is here" })).toContainText(
    "found out since that it ran: “It is in the outbox.”",
  );
  await api.send("POST", `/api/v1/approvals/${next.approval_id}/cancel`, {});
  expect((await asks()).decision).toBe("allow");
});
