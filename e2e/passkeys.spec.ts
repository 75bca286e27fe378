import { expectAccessibleEverywhere } from "./accessible";
import { approveOf, bar, readToEnd } from "./calls-in-list";
import { Api, expect, isLive, press, test, token } from "./fixtures";
import { aPersonWith, aPollingGateway, setTenant } from "./made";
import { aDevice } from "./passkey-device";

test("an approver adds a passkey where a call asks for one, signs in with it, and signs the call", async ({
  app,
  pageOf,
}) => {
  const tenant = `keys-${token()}`;
  const { key } = await aPollingGateway(tenant);
  await setTenant(tenant, { critical_needs_passkey: true });
  const person = await aPersonWith("approver", { tenants: [tenant] });
  const api = new Api(app.url, key);
  const { id } = await api.aPendingApproval({ tenant, risk: "critical" });
  const page = await pageOf(person);
  await aDevice(page);
  await page.goto(`/approvals/${id}`);
  await expect(bar(page)).toContainText("This tenant asks for a passkey at critical risk.");
  await expect(approveOf(page)).toHaveCount(0);
  await page.getByRole("link", { name: "add a passkey in your profile" }).click();
  const passkeys = page.getByRole("region", { name: "Passkeys", exact: true });
  await expect(passkeys).toContainText(`you cannot approve critical calls of ${tenant}`);
  const dialog = page.getByRole("dialog");
  await press(passkeys.getByRole("button", { name: "Add a passkey…" }), dialog);
  await dialog.getByLabel("What do you call it?").fill("Test laptop");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(passkeys).toContainText("Test laptop");
  await expect(passkeys.getByRole("button", { name: "Add a passkey…" })).toBeFocused();
  await expectAccessibleEverywhere(page);
  // A browser without passkey suggestions has a button; this virtual device accepts suggestions
  // without a person.
  await page.addInitScript(() => {
    if (location.hash === "#suggests-none")
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.context().clearCookies();
  await page.goto("/signin?callbackUrl=/settings/profile#suggests-none");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/settings\/profile/);
  await page.context().clearCookies();
  await page.goto(`/signin?callbackUrl=/approvals/${id}`);
  await expect(page).toHaveURL(new RegExp(`/approvals/${id}`));
  await isLive(bar(page).getByRole("textbox"));
  await bar(page).getByRole("textbox").fill("10412");
  await readToEnd(page);
  await press(approveOf(page), page.getByText(/Approval recorded/).first());
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText("signed with a passkey");
  expect(await api.approval(id)).toMatchObject({
    decision: "approved",
    votes: [{ passkey: { person: person.id, origin: app.url } }],
  });
});
