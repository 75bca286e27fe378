import { DIALOG, expectAccessibleEverywhere } from "./accessible";
import { Api, expect, isLive, press, test, token } from "./fixtures";
import { aPersonWith, aTokenOf, releaseNow, waitLonger } from "./made";
import { ask, bar, fillTool, newPolicy, only, previewAndSave, typeYaml } from "./policy-pages";

test.use({ ownApp: true });
test.describe.configure({ mode: "serial" });

test("from a template, large refunds wait for a person who is named, and for nobody else", async ({
  api,
  people,
  signedInAs,
}) => {
  const tool = `refund-${token()}`;
  const approver = await people("approver");
  // The preview needs one call.
  expect((await ask(api, tool, { amount: 2000 }, "high")).decision).toBe("wait");
  const page = await signedInAs("admin");
  await page.goto("/policies");
  const form = page.getByRole("form", { name: /^Policy / });
  await press(page.getByRole("button", { name: /^Large refunds wait/ }), form);
  await form.getByLabel("Name", { exact: true }).fill("Refunds over 1,000");
  await fillTool(form, tool);
  await form.getByLabel("Value").fill("a lot");
  await form.getByRole("combobox", { name: "People", exact: true }).fill(approver.email);
  await page.getByRole("option", { name: approver.email }).click();
  await form.getByRole("button", { name: "Add to list" }).click();
  await expect(form.getByText(/^A number, for example 1000/)).toBeVisible();
  await form.getByLabel("Value").fill("1000");
  const hold = form.getByLabel("Hold once approved, to undo it", { exact: true });
  await hold.fill("301");
  await form.getByRole("button", { name: "Add to list" }).click();
  await expect(hold).toHaveAccessibleDescription(/300/);
  await hold.fill("90");
  await expect(form).toContainText("is held for 90 seconds, in which the approval can be undone.");
  await hold.fill("");
  await expect(form).toContainText(`Calls to ${tool} with amount over 1,000 wait for ${approver.email}`);
  await expectAccessibleEverywhere(page);
  await form.getByRole("button", { name: "Add to list" }).click();
  await expect(form).toHaveCount(0);
  await previewAndSave(page);

  expect((await ask(api, tool, { amount: 900 })).decision).toBe("allow");
  const held = await ask(api, tool, { amount: 1500 });
  expect(held.decision).toBe("wait");
  await page.goto(`/approvals/${held.approval_id}`);
  const why = page.getByRole("region", { name: "Why this is here" });
  await expect(why).toContainText("Held by the policy “Refunds over 1,000”");
  await expect(page.getByText(`leaves this call to ${approver.email}. You cannot decide it.`)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approve and/ })).toHaveCount(0);

  const theirs = await signedInAs("approver");
  await theirs.goto(`/approvals/${held.approval_id}`);
  const dialog = theirs.getByRole("dialog");
  await press(theirs.getByRole("button", { name: "Approve and refund…" }), dialog);
  const reason = dialog.getByLabel("Why do you approve it?");
  await expect(reason).toBeFocused();
  await press(
    dialog.getByRole("button", { name: "Approve and refund" }),
    dialog.getByText("Say why: the policy asks"),
  );
  await reason.fill("The item came back.");
  await dialog.getByRole("button", { name: "Approve and refund" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(theirs.getByText("“The item came back.”").first()).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Policies" })).toHaveCount(0);
  await theirs.goto("/policies");
  await expect(theirs.getByText("There is nothing at this address")).toBeVisible();
});

test("from a template, two people have to approve, and an edit is approved by somebody else", async ({
  api,
  people,
  signedInAs,
  pageOf,
}) => {
  const tool = `send-${token()}`;
  const page = await signedInAs("admin");
  await page.goto("/policies");
  const form = page.getByRole("form", { name: /^Policy / });
  const templates = page.getByRole("list", { name: "Templates" });
  await press(page.getByRole("button", { name: "From a template" }), templates);
  await press(page.getByRole("button", { name: /^Mass e-mail waits for two people/ }), form);
  await form.getByLabel("Name", { exact: true }).fill(`Two for ${tool}`);
  await fillTool(form, tool);
  const another = form.getByRole("button", { name: "Add a condition on an argument" });
  await another.focus();
  await another.press("Enter");
  await form.getByRole("combobox", { name: "Argument 1" }).fill("recipients");
  await form.getByLabel("Comparison").selectOption({ label: "is longer than" });
  await form.getByLabel("Value").fill("2");
  const many = form.getByLabel("How many have to approve");
  await expect(many).toHaveValue("2");
  await many.fill("11");
  await form.getByRole("button", { name: "Add to list" }).click();
  await expect(many).toHaveAccessibleDescription(/10/);
  await many.fill("2");
  await form.getByLabel("The person who edits the arguments may not approve them").check();
  await form.getByLabel("Hold once approved, to undo it", { exact: true }).fill("");
  await expect(form).toContainText(`Calls to ${tool} with recipients longer than 2 wait for 2 people;`);
  await form.getByRole("button", { name: "Add to list" }).click();
  await expect(form).toHaveCount(0);
  await previewAndSave(page);

  const recipients = ["a@acme.example", "b@acme.example", "c@acme.example"];
  const held = await ask(api, tool, { recipients });
  expect(held).toMatchObject({ decision: "wait" });
  expect(held.agent_message).toContain("waits until 2 people have approved it");
  const theirs = await signedInAs("approver");
  await theirs.goto(`/approvals/${held.approval_id}`);
  const decision = theirs.getByRole("region", { name: "Decision" });
  await expect(decision).toContainText("2 people have to approve");
  const bar = theirs.getByRole("region", { name: "Decide" });
  await press(bar.getByRole("button", { name: "Edit…" }), theirs.getByRole("dialog"));
  const dialog = theirs.getByRole("dialog");
  await expect(dialog).toContainText("What you write here waits for others to approve it");
  await dialog.getByText("JSON", { exact: true }).click();
  await dialog
    .getByRole("textbox", { name: "Arguments (JSON)" })
    .fill(JSON.stringify({ recipients: [...recipients, "d@acme.example"] }));
  await dialog.getByRole("button", { name: "Submit the edit" }).click();
  await expect(bar).toContainText("Edit recorded");
  await expect(bar).toContainText(
    "does not let editors approve their own edits. 2 other people have to approve it.",
  );
  await expect(bar.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  const changes = theirs.getByRole("region", { name: "Changes a person made" });
  await expect(changes).toContainText(`requested → edited by ${(await people("approver")).name}`);
  await expect(theirs.getByRole("list", { name: "Calls waiting for a decision" })).not.toContainText(
    "No longer in this list",
  );
  await expect(bar.getByText("changed while you were looking")).toHaveCount(0);

  await page.goto(`/approvals/${held.approval_id}`);
  await expect(page.getByRole("article").getByText("0 of 2 approvals given")).toBeVisible();
  const voted = page.getByText("You have approved this call. 1 more person has to approve.");
  await press(page.getByRole("button", { name: "Approve", exact: true }), voted);
  await expect(page.getByRole("article").getByText("1 of 2 approvals given").first()).toBeVisible();

  const third = await pageOf(await aPersonWith("approver", { name: "Tom Third" }));
  await third.goto(`/approvals/${held.approval_id}`);
  await press(
    third.getByRole("button", { name: "Approve and send" }),
    third.getByRole("article").getByText("2 of 2 approvals given"),
  );
  await expect(third.getByRole("article")).toContainText("Tom Third and 1 other");
  const answer = await api.approval(String(held.approval_id));
  expect(answer).toMatchObject({ decision: "approved", revision: 2, approvals_required: 2 });
  expect(answer.agent_message).toContain("2 people approved this call with changed arguments");
});

test("what policies refuse and let through is told as theirs, and as nobody's approval", async ({
  api,
  signedInAs,
}) => {
  const name = token();
  const page = await signedInAs("admin");
  await page.goto("/policies");
  await isLive(page.getByRole("button", { name: "Preview" }));
  await typeYaml(
    page,
    `policies:
  - { name: No ${name}, action: deny, reason: Ask finance., match: { tools: [drop-${name}] } }
  - { name: Yes ${name}, action: allow, match: { tools: [read-${name}] } }
`,
  );
  await expect(page.getByRole("button", { name: "Apply YAML" })).toBeDisabled();
  await previewAndSave(page);

  const denied = await ask(api, `drop-${name}`, {}, "high");
  expect(denied).toMatchObject({ decision: "deny", code: "POLICY", reason: "Ask finance." });
  const allowed = await ask(api, `read-${name}`, {}, "high");
  expect(allowed.decision).toBe("allow");

  await page.goto(`/approvals/${denied.approval_id}`);
  const main = page.getByRole("main");
  await expect(main).toContainText(`Refused by the policy “No ${name}”`);
  await expect(main).not.toContainText("Rejected");
  await page.goto(`/approvals?view=decided&tool=read-${name}`);
  await expect(main).toContainText(`Let through by the policy “Yes ${name}”`);
  await expect(page.getByRole("table")).not.toContainText("Approved");

  await page.goto(`/approvals/${denied.approval_id}`);
  await page.getByRole("link", { name: "Try policies with this call" }).click();
  await press(
    page.getByRole("button", { name: "Try this call" }),
    page.getByRole("region", { name: "What would come of it" }),
  );
  const outcome = page.getByRole("region", { name: "What would come of it" });
  await expect(outcome).toContainText("It would be refused.");
  await expect(outcome).toContainText(`A policy decides: “No ${name}”`);
});

test("YAML that is wrong is told by its lines, and what another person saved meanwhile is not lost", async ({
  signedInAs,
}) => {
  const name = token();
  const [page, other] = [await signedInAs("admin"), await signedInAs("admin")];
  for (const one of [page, other]) {
    await one.goto("/policies");
    await isLive(one.getByRole("button", { name: "Preview" }));
  }
  const one = `policies:\n  - { name: A ${name}, action: deny, reason: No., match: { tools: [a-${name}] } }\n`;
  await typeYaml(page, `${one}  - name: B\n    action: perhaps\n`);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Line 4: action: action is one of: allow, deny, require",
  );
  await page.getByRole("textbox", { name: "The policies as YAML" }).fill(one);
  await page.getByRole("button", { name: "Apply YAML" }).click();
  await expect(bar(page)).toContainText("These changes are not saved.");
  await page.goto("/approvals");
  await page.goto("/policies");
  await expect(bar(page)).toContainText("Draft restored");
  await expect(page.getByText(`A ${name}`, { exact: true })).toBeVisible();
  await bar(page).getByRole("button", { name: "Preview" }).click();
  await expect(bar(page)).toContainText(`added “A ${name}”`);

  await typeYaml(other, one.replace(`A ${name}`, `C ${name}`));
  await previewAndSave(other);
  await bar(page).getByRole("button", { name: "Save the policies" }).click();
  await expect(bar(page)).toContainText("is in force. Yours were made from another one and were not saved");
  await bar(page).getByRole("button", { name: "Read the policies again" }).click();
  await expect(page.getByText(`C ${name}`, { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Versions", exact: true }).click();
  const versions = page.getByRole("main").getByRole("listitem");
  await expect(versions.filter({ hasText: "in force" })).toContainText(`added “C ${name}”`);
  await page
    .getByRole("link", { name: /^Load version / })
    .first()
    .click();
  await expect(page.getByText(/^Version \d+ is loaded below$/)).toBeVisible();
  await expect(bar(page)).toContainText("These changes are not saved. Preview first, then save.");
});

test("an approved call is held as long as its policy says, and the approval undone by a press of Z", async ({
  api,
  people,
  signedInAs,
}) => {
  const tool = `send-${token()}`;
  await only(api, (await people("admin")).email, tool, { hold_seconds: 90 });
  const id = String((await ask(api, tool, {})).approval_id);
  const theirs = await signedInAs("approver");
  await theirs.goto(`/approvals/${id}`);
  const decide = theirs.getByRole("region", { name: "Decide" });
  const approve = decide.getByRole("button", { name: "Approve and send", exact: true });
  await press(approve, decide.getByText(/^Approval recorded at/));
  await expect(decide).toContainText(/Ines, held before release\. It is released in 1:\d\d/);
  await expect(decide.getByRole("button", { name: "Undo" })).toBeVisible();
  await expectAccessibleEverywhere(theirs, "article");
  expect(await api.approval(id)).toMatchObject({ status: "pending", release_at: expect.any(String) });

  await theirs.keyboard.press("z");
  await expect(decide).toContainText("Approval undone at");
  await expect(decide.getByText("It is released in")).toHaveCount(0);
  expect(await api.approval(id)).toMatchObject({ status: "pending", release_at: null, votes: [] });
  await press(approve, decide.getByText(/It is released in/));
  await releaseNow(id);
  await expect(decide.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(theirs.getByRole("list", { name: "Timeline" })).toContainText("Released");
  expect(await api.approval(id)).toMatchObject({ decision: "approved", release_at: null });
});

test("a call that waits too long comes to a group as well, live, and its page says when", async ({
  api,
  people,
  signedInAs,
  pageOf,
}) => {
  const [tool, group] = [`restart-${token()}`, `on-call-${token()}`];
  const [named, member] = [await people("approver"), await aPersonWith("approver", { name: "Night Watch" })];
  const { email } = await people("admin");
  await new Api(api.url, await aTokenOf(email)).send("PUT", `/api/v1/groups/${group}`, {
    members: [member.email],
  });
  await only(api, email, tool, {
    deciders: { people: [named.email] },
    escalate: { after_seconds: 600, groups: [group] },
  });

  const id = String((await ask(api, tool, {})).approval_id);
  const theirs = await pageOf(member);
  await theirs.goto(`/approvals?tool=${tool}`);
  const row = theirs.locator(`[data-row="${id}"]`);
  await isLive(theirs.getByRole("link", { name: /^Mine/ }));
  await expect(row).toHaveCount(0);
  const other = await signedInAs("approver");
  await other.goto(`/approvals/${id}`);
  const decision = other.getByRole("region", { name: "Decision" });
  await expect(decision).toContainText(`Goes to the group ${group} as well at`);
  await waitLonger(id, 600);
  await expect(decision).toContainText(`Escalated to the group ${group} at`);
  await expect(theirs.getByRole("button", { name: /new/ }).or(row).first()).toBeVisible();
  await theirs.goto(`/approvals/${id}`);
  await press(
    theirs.getByRole("button", { name: "Approve and restart", exact: true }),
    theirs.getByText(/^Approval recorded at/),
  );
  expect(await api.approval(id)).toMatchObject({ decision: "approved" });
});

test("somebody who is out names a deputy, who decides in their place, until they end it", async ({
  api,
  people,
  pageOf,
}) => {
  const tool = `restart-${token()}`;
  const absent = await aPersonWith("approver", { name: "Maya Away" });
  const deputy = await aPersonWith("approver", { name: "Ines There" });
  await only(api, (await people("admin")).email, tool, { deciders: { people: [absent.email] } });
  const id = String((await ask(api, tool, {})).approval_id);
  const page = await pageOf(absent);
  await page.goto("/settings/profile");
  const dialog = page.getByRole("dialog", { name: "Who decides for you?" });
  await press(page.getByRole("button", { name: "Name a deputy…" }), dialog);
  await dialog.getByRole("combobox", { name: "Deputy" }).fill(deputy.email);
  await page.getByRole("option", { name: deputy.email }).click();
  await expectAccessibleEverywhere(page, DIALOG);
  await dialog.getByRole("button", { name: "Name the deputy" }).click();
  const deputies = page.getByRole("list", { name: "Deputies" });
  await expect(deputies).toContainText("Ines There decides for you");

  const theirs = await pageOf(deputy);
  await theirs.goto(`/approvals/${id}`);
  await expect(theirs.getByText("You decide for Maya Away").first()).toBeVisible();
  await press(
    theirs.getByRole("button", { name: "Approve and restart", exact: true }),
    theirs.getByText(/^Approval recorded at/),
  );
  await expect(theirs.getByRole("article")).toContainText("Ines There for Maya Away");
  expect(await api.approval(id)).toMatchObject({ votes: [{ by: "Ines There", deputy_for: "Maya Away" }] });
  await deputies.getByRole("button", { name: /^End now/ }).click();
  await expect(deputies).toContainText("Ended early");
});

test("a group is made, a policy leaves calls to it, and the page warns where it is too small", async ({
  api,
  people,
  signedInAs,
}) => {
  const [name, tool] = [`on-call-${token()}`, `refund-${token()}`];
  await ask(api, tool, { amount: 2000 }, "high");
  const member = await people("approver");
  const page = await signedInAs("admin");
  await page.goto("/settings/groups");
  const dialog = page.getByRole("dialog", { name: "Make a group" });
  await press(page.getByRole("button", { name: "Make a group…" }), dialog);
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Make the group" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await page.getByRole("combobox", { name: "Add people" }).fill(member.email);
  await page.getByRole("option", { name: member.email }).click();
  await page.getByRole("button", { name: "Add to the group" }).click();
  const members = page.getByRole("list", { name: `People of the group ${name}` });
  await expect(members).toContainText(member.email);

  const form = await newPolicy(page, `Refunds ${tool}`, tool);
  await form.getByRole("combobox", { name: "Groups", exact: true }).fill(name);
  await page.getByRole("option", { name }).click();
  await expect(form).toContainText(`Calls to ${tool} wait for the group ${name}.`);
  await form.getByLabel("How many have to approve").fill("2");
  await expect(form.getByText("Only 1 person can decide these calls, and 2 have to approve.")).toBeVisible();
  await form.getByLabel("How many have to approve").fill("1");
  await expect(form.getByText(/^Only 1 person can decide/)).toHaveCount(0);
  await form.getByLabel("Escalate after", { exact: true }).fill("10");
  await form.getByRole("combobox", { name: "Groups that join" }).fill(name);
  await page.getByRole("option", { name }).click();
  await expect(form).toContainText(`after 10 minutes the group ${name} may decide as well.`);
  await form.getByRole("button", { name: "Add to list" }).click();
  await previewAndSave(page);

  await page.goto(`/settings/groups/${name}`);
  await expect(page.getByRole("button", { name: "Delete…" })).toBeDisabled();
  await members.getByRole("link").first().click();
  await expect(page.getByText(/^Without this person, too few can decide/)).toBeVisible();
  await press(
    page.getByRole("button", { name: "Switch off…" }),
    page.getByRole("dialog").getByText(`Too few people can decide calls of “Refunds ${tool}” then.`),
  );
  await expectAccessibleEverywhere(page, DIALOG);
  await page.goto(`/settings/groups/${name}`);
  await press(members.getByRole("button", { name: /^Remove / }), page.getByText("No members"));
  await expect(page.getByText(/^“Refunds .*No person can decide these calls\.$/)).toBeVisible();
});
