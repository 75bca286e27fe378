import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { withPlanted } from "./layers/testing/plant.mjs";
import { listWords, refusedWords } from "./words.mjs";

const SCRIPT = fileURLToPath(new URL("words.mjs", import.meta.url));
const ROOT = fileURLToPath(new URL("..", import.meta.url));

const textsIn = (file, text) =>
  withPlanted({ [file]: text }, (root) => listWords(root)).map((line) => line.replace(/^[^:]+:\d+: /, ""));

test.each([
  ["text between tags", "<p>Nothing  here\n  yet.</p>", ["Nothing here yet."]],
  ["text around elements", "<p>Sent by <b>{p.name}</b>, {p.at}.</p>", ["Sent by {…}, {…}."]],
  ["text with parts of our own", "<p>Open <Kbd>Esc</Kbd> or <Ago at={1} /> ago</p>", ["Open Esc or {…} ago"]],
  ["text in a fragment", '<>by {"them"}{" "}{p.name}</>', ["by them {…}"]],
  ["elements side by side", "<ul><li>One</li><li>Two</li></ul>", ["One", "Two"]],
  ["a choice", '<p>{p.on ? "hide" : "show"}</p>', ["hide", "show"]],
  ["a choice in a sentence", '<p>{p.n} {p.n === 1 ? "row" : "rows"} left</p>', ["{…} {row | rows} left"]],
  ["a choice of elements", "<p>Is {p.on ? <b>on</b> : <i>off</i>} now</p>", ["Is {on | off} now"]],
  ["a condition", `<p>{p.n && \`\${p.n} rows\`}{p.m || "none"}</p>`, ["{…} rows", "none"]],
  ["an attribute", '<nav aria-label="Pages" title={p.t ?? "more"} />', ["Pages", "more"]],
  [
    "an attribute of a part",
    `<Row label="open" empty={\`no \${p.x}\`} verb="Approve" />`,
    ["open", "no {…}", "Approve"],
  ],
  ["within an expression", "<ul>{p.rows.map((row) => <li key={row}>Row {row}</li>)}</ul>", ["Row {…}"]],
  [
    "within an attribute",
    '<Row foot={<p>Last one</p>} onClick={() => say("It is done")} />',
    ["Last one", "It is done"],
  ],
])("finds %s", (_, jsx, texts) => {
  expect(textsIn("components/a.tsx", `export const A = (p) => ${jsx};`)).toEqual(texts);
});

test("what is shown by its name is found", () => {
  expect(
    textsIn(
      "components/a.tsx",
      'const LABELS = { low: "low", high: "high" };\nconst kind = on ? "new" : "old";\n' +
        'const word = (n) => (n > 1 ? "many" : "one");\nfunction end(n) { if (n) return "soon"; return "late"; }\n' +
        "export const A = (p) => <p>{LABELS[p.risk]}{kind}{word(p.n)}<i title={end(p.n)} /></p>;",
    ),
  ).toEqual(["low", "high", "new", "old", "many", "one", "soon", "late"]);
});

test.each([
  ["metadata of a page", 'export const metadata = { title: "Settings" };', ["Settings"]],
  [
    "members that are read",
    'const a = { label: "open", hint: x ? "now" : "later" };',
    ["open", "now", "later"],
  ],
  [
    "a sum",
    `const a = "The first half " +\n  \`and \${b}\` + " the rest.";`,
    ["The first half and {…} the rest."],
  ],
  ["a refusal", `throw new DomainError("NOT_FOUND", \`No \${b}.\`);`, ["No {…}."]],
  ["a short refusal", 'throw invalid("/rows", "invalid", "empty list");', ["empty list"]],
  ["an error", 'throw new Error("gone");', ["gone"]],
  ["a contract", 'z.string("a URL").min(3, "too short").describe("name");', ["a URL", "too short", "name"]],
  ["output", `console.log("ready");\nprocess.stdout.write(\`\${n} done\`);`, ["ready", "{…} done"]],
  ["a log line", 'log().warn({ id }, "stopped");', ["stopped"]],
  ["headings of a table", 'table(["ID", "LAST USED"], rows);', ["ID", "LAST USED"]],
  ["words that are joined", 'const a = list.join(" and ");', ["and"]],
  [
    "a function's answer",
    'const a = (n) => { if (n) return "It is closed."; return n; };',
    ["It is closed."],
  ],
  [
    "words a function chooses from",
    `const a = \`\${counted(n, "row", "rows")} left\`;`,
    ["{row | rows} left"],
  ],
  ["a list of words", 'const a = "Letters, digits, dots";', ["Letters, digits, dots"]],
  ["a label by the name of a class", 'const A = { class: "Outcome" };', ["Outcome"]],
  ["a label alone", 'const a = ["Approve", "Reject…"];', ["Approve", "Reject…"]],
  ["a text beside SQL", `sql\`select \${a ?? "None given."} from a\`;`, ["None given."]],
])("finds %s", (_, text, texts) => {
  expect(textsIn("lib/core/a.ts", text)).toEqual(texts);
});

test("everything in a table of words is one", () => {
  expect(
    textsIn(
      "components/words/status.ts",
      'import type { Status } from "@/lib/approvals/types";\n' +
        'export const STATUS: Record<Status, string> = { pending: "waiting", sent: "sent" };\n' +
        `export const left = (n: number) => (n === 1 ? "one" : \`\${n} more\`);\n` +
        'export function ago(n: number) { return n > 1 ? "then" : "now"; }',
    ),
  ).toEqual(["waiting", "sent", "one", "{…} more", "then", "now"]);
});

test("texts for machines are none", () => {
  expect(
    textsIn(
      "components/a.tsx",
      '"use client";\nimport { a } from "some words";\n// Words in a comment\n' +
        'type A = "Words in a type";\nconst BASE = "flex items-center gap-2 md:hidden";\n' +
        'const LINK_CLASS = "foreign wide";\nconst q = sql`select a from words where b`;\n' +
        'const u = "update words set a = 1";\nconst c = "text/csv; charset=utf-8";\n' +
        `if (a === "Some words" || KEYS.includes("more words")) a.set("Content-Type", \`id=\${a}; path=/\`);\n` +
        'switch (a) { case "Enter": break; }\nconst k = new Set(["Escape", "Tab"]);\n' +
        'document.querySelector("main h1, main h2");\nconst e = new DomainError("NOT_FOUND");\n' +
        'const f = "a[href], button, [tabindex]";\nconst o = { pending: "w.risk desc, w.decide_by, w.id", kind: "a kind" };\n' +
        'const h = { headers: ["Location"], orderBy: "order by at", answers: "(occurred_at, id)" };\n' +
        'const l = classNames("foreign block", p.x && "mono");\nconst w = "max-sm:[&:not([open])::a]:hidden has-[[a=b]]:block";\n' +
        'const d = n.toLocaleString("en", { month: "short" });\n' +
        'export const P = (p) => <a href="/docs/api" className={cn("one two", p.x ? "three four" : "")} key="Row one">' +
        '<svg viewBox="0 0 24 24"><path d="M4 20h4 L19 8" /></svg>{p.label} · {"—"}<code>csk_x</code><Kbd>Esc</Kbd></a>;',
    ),
  ).toEqual([]);
});

const TREE = {
  "scripts/start.mjs": 'console.log("ready");',
  "scripts/start.test.mjs": 'console.log("a test");',
  "lib/testing/a.ts": 'throw new Error("a test part");',
  "lib/core/a.ts": '\nthrow new Error("gone");\nthrow new Error("late");',
  "gateway/main.ts": 'console.log("listening");',
  "sample/story.ts": 'export const a = "A story.";',
  "app/page.tsx": "export default () => <h1>Home</h1>;",
  "components/a.tsx": "export const A = () => <p>Part</p>;",
  "e2e/a.spec.ts": 'const a = "A test, too.";',
};

test("the texts of all that is read come in reading order, with their places", () => {
  expect(withPlanted(TREE, (root) => listWords(root))).toEqual([
    "app/page.tsx:1: Home",
    "components/a.tsx:1: Part",
    "lib/core/a.ts:2: gone",
    "lib/core/a.ts:3: late",
    "gateway/main.ts:1: listening",
    "sample/story.ts:1: A story.",
    "scripts/start.mjs:1: ready",
  ]);
});

test("the program prints them, those of some places alone, or their number", () => {
  const run = (...args) =>
    withPlanted(
      TREE,
      (cwd) => spawnSync(process.execPath, [SCRIPT, ...args], { cwd, encoding: "utf8" }).stdout,
    );
  expect(run("gateway", "lib/core/a.ts")).toBe(
    "lib/core/a.ts:2: gone\nlib/core/a.ts:3: late\ngateway/main.ts:1: listening\n",
  );
  expect(run("--count")).toBe("7\n");
  expect(run("lib/co")).toBe("\n");
});

test("texts and comments with a refused word are listed with it, but not code and lists of words", () => {
  const text = 'throw new Error("somebody called `nobody`, one of nobody, admins or approvers");';
  const tree = {
    "lib/core/a.ts": text,
    "lib/core/a.test.ts": "/**\n * What is told\n * to `whom`.\n */\nconst whom = 1; // once",
    "lib/intents/meaning/bank.ts": text,
    "docs/api.md": "What it tells\n```\ntold\n```\n",
  };
  expect(withPlanted(tree, (root) => refusedWords(root))).toEqual([
    "lib/core/a.ts:1: somebody: somebody called `nobody`, one of nobody, admins or approvers",
    "lib/core/a.test.ts:1: told: What is told to `whom`.",
    "docs/api.md:1: tells: What it tells",
  ]);
});

test("texts of the repository hold no refused word", () => {
  expect(refusedWords(ROOT)).toEqual([]);
}, 600_000);
