import { expectAccessibleEverywhere } from "./accessible";
import { approveOf } from "./calls-in-list";
import { expect, isLive, press, pressKey, test, token } from "./fixtures";

// A question to the agent of a waiting call, its reply, and comments between people.

test("an approver asks the agent without deciding, and reads its reply", async ({ api, signedInAs }) => {
  const run = token();
  const { id } = await api.aPendingApproval({ arguments: { run } });
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}`);
  await isLive(approveOf(page));
  const field = page.getByRole("textbox", { name: "Your question to the agent" });
  await isLive(page.getByRole("button", { name: "Ask the agent…" }));
  await pressKey(page, "q", field);
  await field.fill(`Which segment is it, ${run}?`);
  await page.keyboard.press("Control+Enter");
  const asked = page.getByRole("region", { name: "Asked the agent" });
  await expect(asked).toContainText(`Which segment is it, ${run}?`);
  await expect(asked).toContainText("No reply yet.");
  await expect(approveOf(page)).toBeVisible();
  const replied = await api.send("POST", `/api/v1/approvals/${id}/replies`, { text: "All customers." });
  expect(replied.status).toBe(201);
  await expect(asked).toContainText("All customers.");
  await expect(asked).toContainText("not verified");
  await expect(page.getByRole("list", { name: "Timeline" })).toContainText("The agent replied");
  await expectAccessibleEverywhere(page);
});

test("a comment shows in the timeline, and its author deletes it", async ({ api, signedInAs }) => {
  const { id } = await api.aPendingApproval({ arguments: { run: token() } });
  const page = await signedInAs("approver", { width: 390 });
  await page.goto(`/approvals/${id}`);
  await isLive(approveOf(page));
  const field = page.getByRole("textbox", { name: "Your comment" });
  const open = page.getByRole("button", { name: "Comment…" });
  await isLive(open);
  await press(open, field);
  await field.fill("The segment looks right.");
  const timeline = page.getByRole("list", { name: "Timeline" });
  await press(
    page.getByRole("button", { name: "Comment", exact: true }),
    timeline.getByText("The segment looks right."),
  );
  await timeline.getByRole("button", { name: "Delete comment" }).click();
  await press(
    timeline.getByRole("button", { name: "Press again to delete" }),
    timeline.getByText("Deleted by its author."),
  );
});
