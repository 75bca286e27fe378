import { expectAccessibleEverywhere } from "./accessible";
import { expect, press, test, token } from "./fixtures";
import { ask, newPolicy, previewAndSave } from "./policy-pages";

test.use({ ownApp: true });

test("a broadcast at low risk waits for a policy on the number that its gateway states", async ({
  api,
  signedInAs,
}) => {
  const [tool, name] = [`broadcast-${token()}`, `Large audiences ${token()}`];
  const inputSchema = { type: "object", properties: { segmentId: { type: "string" } } };
  const tools = [{ name: tool, description: "Sends to a segment.", inputSchema, risk: "low" }];
  expect((await api.send("PUT", "/api/v1/tools", { provider: "resend", tools })).status).toBe(200);
  const broadcast = async (facts: object) =>
    (
      await api.send("POST", "/api/v1/authorize", {
        ...{ tenant: "acme", provider: "resend", tool, risk: "low", facts },
        arguments: { segmentId: `seg_${token()}` },
        summary: "Send the broadcast to 10,412 contacts",
        rationale: "The product owner asked to announce the new tiers.",
      })
    ).json;
  const large = { what: "Email broadcast", how_many: 10412, undo: "impossible" };
  expect((await broadcast(large)).decision).toBe("allow");

  // The preview needs one stored call.
  expect((await ask(api, `other-${token()}`, {}, "high")).decision).toBe("wait");

  const page = await signedInAs("admin");
  const form = await newPolicy(page, name, tool);
  await press(
    form.getByRole("button", { name: "Add a condition on an argument" }),
    form.getByRole("combobox", { name: "Argument 1" }),
  );
  await form.getByRole("combobox", { name: "Argument 1" }).fill("SegmentId");
  await form.getByLabel("Comparison").selectOption({ label: "is given" });
  await expect(form.getByRole("list", { name: "Warnings" })).toContainText(
    `The tool ${tool} of resend has no argument /SegmentId in its definition. The nearest that exists is /segmentId.`,
  );
  const add = form.getByRole("button", { name: "Add a condition on a fact" });
  await add.focus();
  await add.press("Enter");
  const facts = form.getByRole("group", { name: "Facts the gateway states" });
  await expect(facts).toContainText("The gateway’s word, not the tool’s arguments");
  await facts.getByLabel("Value").fill("1,000");
  await form.getByRole("button", { name: "Add to list" }).click();
  await expect(facts.getByText(/^A number, for example 1000/)).toBeVisible();
  await facts.getByLabel("Value").fill("1000");
  await expect(form).toContainText("for which the gateway states “how many” over 1,000 wait for a person");
  await expectAccessibleEverywhere(page);
  await form.getByRole("button", { name: "Remove the condition on argument 1" }).click();
  await expect(form.getByRole("list", { name: "Warnings" })).toHaveCount(0);
  await form.getByRole("button", { name: "Add to list" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText(
    `Calls to ${tool} for which the gateway states “how many” over 1,000 wait for a person.`,
  );
  await previewAndSave(page);

  const held = await broadcast(large);
  expect(held.decision).toBe("wait");
  expect((await broadcast({ ...large, how_many: 12 })).decision).toBe("allow");
  const theirs = await signedInAs("approver");
  await theirs.goto(`/approvals/${held.approval_id}`);
  const dialog = theirs.getByRole("dialog");
  await press(theirs.getByRole("button", { name: "Edit…" }), dialog);
  await expect(dialog).toContainText(
    `The policy “${name}” matches facts that the gateway stated for the original arguments. Your edit does not change those facts.`,
  );
});
