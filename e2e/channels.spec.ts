import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { DIALOG, expectAccessibleEverywhere } from "./accessible";
import { expect, press, test } from "./fixtures";
import { aStopLink } from "./made";

// An administrator sets up mails and destinations, in a separate installation, because all people share its mail server.

test.use({ ownApp: true });
test.describe.configure({ mode: "default" });

test("a mail server is stored, tested and removed, and says what is wrong with it", async ({
  signedInAs,
}) => {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, _, done) {
      stream.on("data", (chunk: Buffer) => mails.push(chunk.toString()));
      stream.on("end", () => done());
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const page = await signedInAs("admin");
  await page.goto("/settings/notifications/email");
  await expect(page.getByText("None yet: no mails are sent")).toBeVisible();
  await expectAccessibleEverywhere(page);
  const form = page.getByRole("form", { name: "Mail server" });
  const encryption = form.getByLabel("Encryption");
  await expect(async () => {
    await encryption.selectOption("tls");
    await expect(form.getByLabel("Port")).toHaveValue("465");
  }).toPass();
  await form.getByLabel("Host").fill("127.0.0.1");
  await form.getByLabel("Port").fill(String(port));
  await form.getByLabel("Sender").fill("no address");
  await form.getByRole("button", { name: "Save the mail server" }).click();
  await expect(form.getByText(/for example Countersign <countersign@acme\.example>/).last()).toBeVisible();
  await form.getByLabel("Sender").fill("Countersign <c@acme.example>");
  await form.getByRole("button", { name: "Save the mail server" }).click();
  await expect(page.getByText("Stored here, encrypted")).toBeVisible();

  await page.getByRole("button", { name: "Send a test e-mail" }).click();
  await expect(page.getByText(/does not speak TLS from the start/)).toBeVisible();
  await encryption.selectOption("none");
  await form.getByLabel("Port").fill(String(port));
  await form.getByRole("button", { name: "Save the mail server" }).click();
  await expect(page.getByText("None: mails travel in the clear").first()).toBeVisible();
  await expect(async () => {
    await page.getByRole("button", { name: "Send a test e-mail" }).click();
    await expect(page.getByText(/The mail server took the mail: 250/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(mails.join("")).toContain("Test notification from Countersign");
  await expectAccessibleEverywhere(page);

  const remove = page.getByRole("dialog", { name: "Remove the stored mail server?" });
  await press(page.getByRole("button", { name: "Remove…" }), remove);
  await remove.getByRole("button", { name: "Remove the mail server" }).click();
  await expect(page.getByText("None yet: no mails are sent")).toBeVisible();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test("a destination is added, tested, changed, switched off and deleted", async ({ signedInAs }) => {
  const received: string[] = [];
  const service = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => received.push(chunk.toString()));
    request.on("end", () => response.writeHead(200).end("thanks"));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  const page = await signedInAs("admin");
  await page.goto("/settings/notifications/destinations");
  await expect(page.getByText("No destinations")).toBeVisible();
  const add = page.getByRole("dialog", { name: "Add a destination" });
  await press(page.getByRole("button", { name: "Add a destination…" }), add);
  await add.getByLabel("Name", { exact: true }).fill("On-call chat");
  // Nothing would close an incident about an end.
  await add.getByLabel("Service").selectOption("pagerduty");
  await expect(add.getByLabel("Ran and failed")).toBeVisible();
  await expect(add.getByLabel("Expired undecided")).toHaveCount(0);
  await add.getByLabel("Service").selectOption("own");
  await expect(add.getByLabel("Expired undecided")).toBeVisible();
  await add.getByLabel("URL").fill("http://169.254.169.254/latest");
  await expectAccessibleEverywhere(page, DIALOG);
  await add.getByRole("button", { name: "Add the destination" }).click();
  await expect(add.getByText(/may not be called/).first()).toBeVisible();
  await add.getByLabel("URL").fill(`http://127.0.0.1:${port}/hook`);
  await add.getByLabel("Body (JSON)").fill('{"text":{{title}}}');
  await add.getByRole("button", { name: "Add the destination" }).click();
  await expect(add.getByText(/Put each placeholder between quotation marks/).first()).toBeVisible();
  await add.getByLabel("Body (JSON)").fill('{"text":"{{title}}"}');
  await add.getByRole("button", { name: "Add the destination" }).click();
  await expect(add).toBeHidden();

  const list = page.getByRole("list", { name: "Destinations" });
  await expect(list).toContainText("Nothing was sent yet.");
  await list.getByRole("button", { name: "Test On-call chat" }).click();
  await expect(list.getByText("It took the test: thanks")).toBeVisible();
  expect(JSON.parse(received.join(""))).toEqual({ text: "Test notification from Countersign" });
  await expectAccessibleEverywhere(page);

  const edit = page.getByRole("dialog", { name: "Edit On-call chat" });
  await press(list.getByRole("button", { name: "Edit On-call chat" }), edit);
  await expect(edit.getByLabel("URL")).toHaveValue("");
  await edit.getByLabel("Name", { exact: true }).fill("Night chat");
  await edit.getByLabel("Lowest risk").selectOption("high");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(list).toContainText("Night chat");
  await expect(list).toContainText("High risk and higher");
  await list.getByRole("button", { name: "Switch Night chat off" }).click();
  await expect(list).toContainText("switched it off.");
  await list.getByRole("button", { name: "Switch Night chat on" }).click();
  await expect(list).not.toContainText("switched it off.");
  const gone = page.getByRole("dialog", { name: "Delete Night chat?" });
  await press(list.getByRole("button", { name: "Delete…" }), gone);
  await gone.getByRole("button", { name: "Delete the destination" }).click();
  await expect(page.getByText("No destinations")).toBeVisible();
  await new Promise<void>((resolve) => service.close(() => resolve()));
});

test("a mail’s stop link asks first, ends that kind without signing in, and its person can turn it on again", async ({
  people,
  pageOf,
  signedInAs,
  browser,
}) => {
  const person = await people("approver");
  const link = await aStopLink(person);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Stop “A call waits for you” by E-mail?" })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole("button", { name: "Stop these notifications" }).click();
  await expect(page.getByRole("heading", { name: "Stopped" })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Already off" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in to turn it on again" })).toBeVisible();
  await expectAccessibleEverywhere(page);
  const other = await signedInAs("viewer");
  await other.goto(link);
  await expect(other.getByText("This link is from another person’s message.")).toBeVisible();
  await expect(other.getByRole("button", { name: "Turn it on again" })).toHaveCount(0);
  const own = await pageOf(person);
  await own.goto(link);
  await own.getByRole("button", { name: "Turn it on again" }).click();
  await expect(own.getByRole("heading", { name: "On again" })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Stop “A call waits for you” by E-mail?" })).toBeVisible();
  await page.goto(`${link}x`);
  await expect(page.getByRole("heading", { name: "This link is not complete" })).toBeVisible();
  await context.close();
});
