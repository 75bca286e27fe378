import { isNextFile } from "./line.mjs";

const JUDGED = /^(app|components|lib|gateway|sample)\//;
// Made to be copied into other people's gateways: its exports are for them.
const FOR_OTHERS = /^gateway\/client\//;

/** What nobody else imports is not exported; a test is somebody, and what Next asks for by name is used by Next. */
export function unusedExports({ sources }) {
  const used = new Map();
  for (const { file, imports } of sources)
    for (const { to, names } of imports) {
      if (to === file) continue;
      if (!used.has(to)) used.set(to, new Set());
      for (const name of names) used.get(to).add(name);
    }
  return sources
    .filter(({ file, isTest }) => JUDGED.test(file) && !FOR_OTHERS.test(file) && !isTest)
    .filter(({ file }) => !isNextFile(file))
    .flatMap(({ file, exports }) => {
      const names = used.get(file) ?? new Set();
      return exports
        .filter(({ name }) => name !== "*" && !names.has(name) && !names.has("*"))
        .map(({ name, line }) => ({ file, line, text: `exports ${name}, which no other file imports` }));
    });
}
