import { readFileSync } from "node:fs";
import { expectAccessibleEverywhere } from "./accessible";
import { aFolder, cli } from "./app";
import { expect, test } from "./fixtures";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

test("an administrator sees which version runs and when the last backup was made, on a phone too", async ({
  app,
  signedInAs,
}) => {
  const page = await signedInAs("admin");
  const file = `${aFolder("backups")}/by-hand.backup`;
  await cli(app.dataDir, ["backup", file]);
  await page.goto("/settings/system");
  const backups = page.getByRole("region", { name: "Backups" });
  await expect(backups.getByText("Not planned")).toBeVisible();
  await expect(backups.getByText(file)).toBeVisible();
  await expect(backups.getByText(/by the command line/)).toBeVisible();
  const release = page.getByRole("region", { name: "Version" });
  await expect(release.getByText(version, { exact: true })).toBeVisible();
  const clients = page.getByRole("region", { name: "Client addresses" });
  await expect(clients.getByText("127.0.0.1/32")).toBeVisible();
  const { keys } = (await (await fetch(`${app.url}/api/v1/receipt-keys`)).json()) as {
    keys: { kid: string }[];
  };
  const receipts = page.getByRole("region", { name: "Signed receipts" });
  await expect(receipts.getByText(keys[0]?.kid ?? "")).toBeVisible();
  await expect(receipts.getByText("AUTH_SECRET")).toBeVisible();
  const vectors = await fetch(`${app.url}/docs/vectors/receipts/index.json`);
  expect(vectors.status).toBe(200);
  await expectAccessibleEverywhere(page);
});
