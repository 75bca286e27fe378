import { expect, test } from "vitest";
import { readMarkdown } from "./markdown-text";
import { searchIn } from "./search";

const page = (slug: string, text: string) => ({
  address: `/docs/${slug}`,
  page: readMarkdown(text, `docs/${slug}.md`),
});

const search = searchIn(
  [
    page(
      "deciding",
      "# Deciding\n\nWhat waits.\n\n## Break-glass\n\nOne person alone approves.\n\n| key | does |\n| --- | --- |\n| J | next row |",
    ),
    page(
      "policies",
      `# Policies\n\nA list. ${"word ".repeat(200)}One person alone is named here. ${"more ".repeat(200)}`,
    ),
  ],
  [
    {
      anchor: "post-api-v1-authorize",
      kind: "operation",
      label: "POST /api/v1/authorize",
      words: "asks before a call",
    },
  ],
);

test("all words have to be in one part, and a heading counts more than text", () => {
  expect(search("person alone").map(({ address }) => address)).toEqual([
    "/docs/deciding#break-glass",
    "/docs/policies",
  ]);
  expect(search("person break-glass")).toEqual([
    {
      address: "/docs/deciding#break-glass",
      page: "Deciding",
      heading: "Break-glass",
      excerpt: "One person alone approves. key does J next row",
    },
  ]);
  expect(search("policies glass")).toEqual([]);
});

test("beginnings of words and small slips find them, and the reference is searched too", () => {
  expect(search("appro").map(({ heading }) => heading)).toContain("Break-glass");
  expect(search("polices").map(({ heading }) => heading)).toContain("Policies");
  expect(search("authorize")).toMatchObject([
    { address: "/docs/api#post-api-v1-authorize", page: "API reference" },
  ]);
});

test("a name with underscores is found as a whole before its parts", () => {
  const named = searchIn(
    [
      page("backups", "# Backups\n\nKeep the secret. The auth file is a secret too, the secret of auth."),
      page("operating", "# Operating\n\nSet AUTH_SECRET."),
    ],
    [],
  );
  expect(named("AUTH_SECRET").map(({ page }) => page)).toEqual(["Operating"]);
  expect(
    named("auth secret")
      .map(({ page }) => page)
      .toSorted(),
  ).toEqual(["Backups", "Operating"]);
});

test("an excerpt is cut around what was found, between words", () => {
  const [hit] = search("named alone").filter(({ page }) => page === "Policies");
  expect(hit?.excerpt).toMatch(/^… (word )+One person alone is named here\. (more )*more …$/);
  expect(hit?.excerpt.length).toBeLessThan(260);
});

test.each(["", "   ", "?!", "zyzzyva"])("nothing is found for %j", (words) => {
  expect(search(words)).toEqual([]);
});
