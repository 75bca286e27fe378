import { isNextFile, stemOf } from "./line.mjs";

const VAGUE = /(^|\/)(utils?|helpers?|misc|common|shared)(\/|\.[a-z]+$)/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const WITH_NAMED_EXPORTS = /^(app|components|lib|gateway|sample)\//;

/** kebab-case, no vague names, no barrels, named exports except where Next needs a default. */
export function names({ sources }) {
  return sources.flatMap((source) => [
    ...wrongName(source.file).map((text) => ({ file: source.file, line: 1, text })),
    ...barrels(source),
    ...defaultExports(source),
  ]);
}

function wrongName(file) {
  const stem = stemOf(file).replace(/\.(test|spec|config)$/, "");
  const problems = [];
  if (!KEBAB.test(stem)) problems.push("file names are kebab-case");
  if (VAGUE.test(file)) problems.push("name it after what it holds");
  if (stem === "index") problems.push("no barrels; import the file itself");
  return problems;
}

/** A file that only re-exports. */
function barrels({ file, exports, isTest }) {
  if (isTest || isNextFile(file) || exports.length === 0) return [];
  const all = exports.find(({ name, from }) => name === "*" && from);
  const only = exports.every(({ from }) => from) ? exports[0] : undefined;
  const found = all ?? only;
  return found ? [{ file, line: found.line, text: "no barrels; import the file itself" }] : [];
}

function defaultExports({ file, exports, isTest }) {
  const found = exports.find(({ name }) => name === "default");
  if (!found || isTest || isNextFile(file) || !WITH_NAMED_EXPORTS.test(file)) return [];
  return [{ file, line: found.line, text: "named exports, except where Next wants a default" }];
}
