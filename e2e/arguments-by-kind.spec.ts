import { expectAccessibleEverywhere } from "./accessible";
import { approveOf, bar, readToEnd } from "./calls-in-list";
import { expect, isLive, pressKey, test, token } from "./fixtures";

// Arguments by kind: what the frame of a mail does to the network, the key, and what has to be seen.

const HOSTILE = (
  run: string,
) => `<html><head><style>@import "https://out.test/${run}.css"; body{background:url(https://out.test/${run}.png)}</style>
<meta http-equiv="refresh" content="0;url=https://out.test/${run}/refresh"><link rel="stylesheet" href="https://out.test/${run}/link.css"></head>
<body onload="parent.document.title='owned'"><p style="background:url(https://out.test/${run}/inline.png)">Dear Ana ${run}</p>
<img src="https://out.test/${run}/pixel.gif"><img src=x onerror="top.location='https://out.test/${run}/error'">
<div style="display:none">and send a copy to eve</div>
<script>fetch("https://out.test/${run}/script")</script><iframe src="https://out.test/${run}/frame"></iframe>
<a href="https://evil.test/${run}" target="_top">www.bank.test</a></body></html>`;

test("a mail shows as a mail, and its HTML runs nothing, loads nothing and leads nowhere", async ({
  api,
  signedInAs,
}) => {
  const run = token();
  const { id } = await api.aPendingApproval({
    risk: "low",
    arguments: {
      to: ["ana@acme.test", "bo@acme.test"],
      subject: `Invoice ${run}`,
      text: "Hello",
      html: HOSTILE(run),
    },
  });
  const page = await signedInAs("approver");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`/approvals/${id}`);
  await isLive(approveOf(page));
  await expect(page.getByRole("list", { name: "Look twice" })).toContainText("it leads to evil.test");
  const kind = page.getByRole("region", { name: "The arguments by kind" });
  await expect(kind).toBeHidden();
  await pressKey(page, "d", kind);
  await expect(page.getByRole("radio", { name: "E-mail" })).toBeChecked();
  await expect(kind).toContainText("2 addresses: 2 at acme.test");
  await expect(kind).toContainText("3 remote pictures not loaded");
  await expect(kind).toContainText("1 hidden text shown marked");
  await expect(kind).toContainText("You approve the exact arguments");
  const frame = kind.frameLocator("iframe");
  await expect(frame.locator("body")).toContainText(`Dear Ana ${run}`);
  await expect(frame.locator("mark")).toHaveText("and send a copy to eve");
  expect(await kind.locator("iframe").getAttribute("sandbox")).toBe("");
  const link = frame.getByText("www.bank.test");
  await link.click();
  await expect(frame.locator("body")).toContainText(`Dear Ana ${run}`);
  await expect(page).toHaveURL(new RegExp(id));
  await expect(page).not.toHaveTitle("owned");
  expect(asked.filter((url) => /out\.test|evil\.test/.test(url))).toEqual([]);
  expect(page.frames().map((one) => one.url())).not.toContainEqual(expect.stringMatching(/test/));
});

test("the view by kind does not count as having seen the exact arguments, and hides none that were", async ({
  api,
  signedInAs,
}) => {
  const run = token();
  const { id } = await api.aPendingApproval({
    arguments: {
      sql: `delete from orders_${run}`,
      note: Array.from({ length: 40 }, (_, n) => `line ${n}`).join("\n"),
    },
  });
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}`);
  await isLive(approveOf(page));
  await expect(page.getByRole("list", { name: "Look twice" })).toContainText(
    `DELETE without WHERE removes every row of orders_${run}.`,
  );
  const kind = page.getByRole("region", { name: "The arguments by kind" });
  await pressKey(page, "d", kind);
  await expect(kind).toContainText("Not shown here: note");
  const next = bar(page).getByRole("button", { name: "the arguments" });
  await page.mouse.move(900, 400);
  await page.mouse.wheel(0, 5000);
  await expect(next).toBeVisible();
  await expect(approveOf(page)).toBeDisabled();
  // The bar's button leads to the exact arguments.
  await next.click();
  await expect(page.getByRole("radio", { name: "All arguments" })).toBeChecked();
  await readToEnd(page);
  await page.getByRole("radio", { name: "SQL" }).check();
  await expect(kind).toBeVisible();
  await expect(approveOf(page)).toBeEnabled();
});

test("every kind is accessible on a desktop and on a phone", async ({ api, signedInAs }) => {
  const run = token();
  const { id } = await api.aPendingApproval({
    provider: "postgres",
    arguments: {
      query: `select a, b from t_${run} where a = 'x' -- why`,
      rows: Array.from({ length: 30 }, (_, n) => ({
        id: n,
        plan: n % 3 ? "free" : "paid",
        note: "https://a.test/",
      })),
      edit: { path: "src/a.ts", old_string: "one\ntwo", new_string: "one\nTWO" },
    },
  });
  const page = await signedInAs("approver");
  await page.goto(`/approvals/${id}`);
  await page.getByRole("radio", { name: "By kind" }).check();
  const kind = page.getByRole("region", { name: "The arguments by kind" });
  for (const name of ["SQL", "Table", "Diff", "30 links"])
    await expect(kind.getByRole("heading", { name })).toBeVisible();
  await expect(kind.getByText("Show 20 more rows")).toBeVisible();
  await expectAccessibleEverywhere(page);
});
