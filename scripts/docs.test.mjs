import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = "app|bench|components|docs|e2e|gateway|lib|prisma|public|scripts";

function documents(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return documents(place);
    return entry.name.endsWith(".md") ? [place] : [];
  });
}

const all = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  path.join("gateway", "README.md"),
  ...documents("docs"),
];

/** Relative links, and paths in backticks that start with one of our folders. */
function named(file) {
  const text = readFileSync(path.join(ROOT, file), "utf8").replace(/```[\s\S]*?```/g, "");
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target]) =>
    path.join(path.dirname(file), target),
  );
  const paths = [...text.matchAll(new RegExp(`\`((?:${FOLDERS})/[^\`\\s*{]+)\``, "g"))].map(
    ([, target]) => target,
  );
  return [...links, ...paths];
}

test.each(all)("%s names only files that exist", (file) => {
  expect(named(file).filter((target) => !existsSync(path.join(ROOT, target)))).toEqual([]);
});

test("every decision is linked from a page that is no decision", () => {
  const decisions = documents(path.join("docs", "decisions"));
  const linked = new Set(all.filter((file) => !decisions.includes(file)).flatMap(named));
  expect(decisions.filter((file) => !linked.has(file))).toEqual([]);
});

const RUN_BY_NAME = ["@modelcontextprotocol/", "playwright", "vitest"];

test.each([...all, path.join("gateway", "lint-program", "README.md")])(
  "%s runs no package by a name that anybody could register",
  (file) => {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    const run = [...text.matchAll(/\bnpx"?,?\s+(?:"?(?:-y|--yes)"?,?\s+)*"?(@?[a-z][\w./-]*)/g)].map(
      ([, name]) => name,
    );
    expect(run.filter((name) => !RUN_BY_NAME.some((known) => name.startsWith(known)))).toEqual([]);
  },
);

test("the README stays short", () => {
  expect(readFileSync(path.join(ROOT, "README.md"), "utf8").split("\n").length).toBeLessThanOrEqual(130);
});

test("docs/features.md names folders and files that exist, and leaves out no folder of components", () => {
  const places = [
    "",
    "lib/%",
    "components/%",
    "app/(dashboard)/%",
    "lib/api/v1/%.ts",
    "e2e/%.spec.ts",
    "docs/%.md",
  ];
  const rows = readFileSync(path.join(ROOT, "docs/features.md"), "utf8")
    .split("\n")
    .filter((line) => /^\| [A-Z]/.test(line))
    .map((line) => line.split("|").slice(1, -1));
  const cells = rows.flatMap((row) =>
    row.flatMap((cell, at) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => places[at].replace("%", name)),
    ),
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(cells.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  // Shared by all features, or not a feature.
  const shared = ["design", "docs", "maintenance", "saved-views", "ui", "words"];
  const folders = readdirSync(path.join(ROOT, "components")).filter((name) => !shared.includes(name));
  expect(
    folders.filter((name) => !cells.some((cell) => `${cell}/`.startsWith(`components/${name}/`))),
  ).toEqual([]);
});
