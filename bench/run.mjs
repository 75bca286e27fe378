// `npm run bench [section…]`: one table of ratios against baselines of the same run, with goals.
// BENCH_SECONDS (per load, 6) and BENCH_ROUNDS (3) make it faster but less exact; BENCH_CALLS is
// the size of lists.
import { parseArgs } from "node:util";

const SECTIONS = [
  "start",
  "intake",
  "decisions",
  "live",
  "pages",
  "lists",
  "inbox",
  "batches",
  "request-log",
  "logs",
  "intents",
  "reading",
  "rationales",
];

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !SECTIONS.includes(name));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(", ")}. Sections: ${SECTIONS.join(", ")}.`);
  process.exit(2);
}
for (const name of positionals.length > 0 ? positionals : SECTIONS) {
  const { measure } = await import(`./sections/${name}.mjs`);
  const rows = await measure();
  console.log(`\n${name}`);
  console.table(Object.fromEntries(rows.map(({ line, ...rest }, index) => [`${index + 1} ${line}`, rest])));
}
