import { expect, isLive, press, test, token } from "./fixtures";
import { typeYaml } from "./policy-pages";

test("a policy that is open belongs to its list: it is shown whatever is searched for, and gone with another list", async ({
  signedInAs,
}) => {
  const name = token();
  const page = await signedInAs("admin");
  await page.goto("/policies");
  await isLive(page.getByRole("button", { name: "Add a policy" }));
  const one = (word: string) =>
    `  - { name: ${word} ${name}, action: deny, reason: No., match: { tools: [a-${name}] } }\n`;
  const six = ["alpha", "bravo", "hotel", "kilo", "lima", "oscar"];
  await typeYaml(page, `policies:\n${six.map(one).join("")}`);
  const form = page.getByRole("form", { name: /^Policy / });
  await page.getByText("List", { exact: true }).click();
  await page.getByRole("searchbox", { name: "Find policies by words" }).fill("bravo");
  await expect(page.getByRole("button", { name: `Edit alpha ${name}` })).toHaveCount(0);
  await press(page.getByRole("button", { name: "Add a policy" }), form);

  await typeYaml(page, `policies:\n${[...six, "zulu"].map(one).join("")}`);
  await page.getByText("List", { exact: true }).click();
  await expect(page.getByRole("button", { name: `Edit zulu ${name}` })).toBeVisible();
  await expect(form).toHaveCount(0);

  // A new policy does not count until kept, and this browser does not store it.
  await press(page.getByRole("button", { name: "Add a policy" }), form);
  await expect(form.getByRole("button", { name: "Add to list" })).toBeInViewport();
  await page.reload();
  await expect(page.getByRole("button", { name: `Edit zulu ${name}` })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Edit New policy/ })).toHaveCount(0);
});
