import { expectAccessibleEverywhere } from "./accessible";
import { expect, press, test, token } from "./fixtures";

test("a group has a rota: who is on duty when, and when nobody is", async ({ people, signedInAs }) => {
  const name = `nights-${token()}`;
  const member = await people("approver");
  const page = await signedInAs("admin");
  await page.goto("/settings/groups");
  const dialog = page.getByRole("dialog", { name: "Make a group" });
  await press(page.getByRole("button", { name: "Make a group…" }), dialog);
  await dialog.getByLabel("Name", { exact: true }).fill("On Call");
  await dialog.getByRole("button", { name: "Make the group" }).click();
  await expect(dialog.getByText(/1 to 40 of a to z/).first()).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("What is it for?").fill("Who is on call this week.");
  await dialog.getByRole("button", { name: "Make the group" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("No members")).toBeVisible();
  await page.getByRole("combobox", { name: "Add people" }).fill(member.email);
  await page.getByRole("option", { name: member.email }).click();
  await page.getByRole("button", { name: "Add to the group" }).click();
  const members = page.getByRole("list", { name: `People of the group ${name}` });
  await expect(members).toContainText(member.email);

  // A shift on a day that is neither today nor adjacent, in any browser zone.
  const rota = page.getByRole("region", { name: "On duty" });
  const alone = rota.getByRole("checkbox", { name: "Only people on duty decide" });
  await press(alone, rota.getByText("No one is ever on duty"));
  await rota.getByRole("button", { name: "Add a shift" }).click();
  const shift = rota.getByRole("group", { name: "Shift 1" });
  const far = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString("en", { weekday: "short" });
  for (const day of ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
    await shift.getByRole("checkbox", { name: day }).setChecked(day === far);
  await expect(rota.getByText(`No one is on duty: ${far} 17:00 to ${far} 09:00.`)).toBeVisible();
  await rota.getByRole("button", { name: "Save the rota" }).click();
  await expect(members).toContainText("not on duty now");
  await expect(rota.getByRole("button", { name: "Save the rota" })).toBeDisabled();
  await expectAccessibleEverywhere(page);
  // Saved, and still selected after a reload.
  await page.reload();
  await expect(shift.getByRole("checkbox", { name: far })).toBeChecked();
  await press(rota.getByRole("button", { name: "Remove shift 1" }), rota.getByText("No one is ever on duty"));
  await rota.getByRole("button", { name: "Discard changes" }).click();
  await expect(shift).toBeVisible();
  await alone.uncheck();
  await rota.getByRole("button", { name: "Save the rota" }).click();
  await expect(members).not.toContainText("not on duty now");
});
