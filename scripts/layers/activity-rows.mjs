import { isProduct } from "./line.mjs";

const RECORDS = new Set(["recordActivity", "recordActivities", "recordChange"]);

/**
 * Changes record an activity row in the same transaction: the function given to `change` has to
 * record.
 */
export function activityRows(project) {
  return project.sources
    .filter((source) => isProduct(source) && importsChange(source))
    .flatMap((source) =>
      source
        .nodes("CallExpression")
        .filter(({ callee }) => callee.name === "change")
        .filter((call) => !records(project, source, call))
        .map((call) => ({
          file: source.file,
          line: source.lineAt(call.start),
          text: "changes rows without recordActivity; take-ins from machines use ingest",
        })),
    );
}

const importsChange = ({ imports }) =>
  imports.some(({ to, names }) => /^lib\/core\/db(\.ts)?$/.test(to) && names.includes("change"));

/**
 * Whether code records: directly, through functions of its file, or through an imported function.
 */
function records(project, source, { start, end }) {
  const names = namesWithin(source, start, end);
  if ([...names].some((name) => RECORDS.has(name))) return true;
  return [...importedBy(project, source, names)].some(({ source: other, name }) => {
    const made = declarationsOf(other).get(name);
    return made && [...namesWithin(other, made.start, made.end)].some((one) => RECORDS.has(one));
  });
}

function namesWithin(source, start, end) {
  const declarations = declarationsOf(source);
  const names = new Set();
  const ranges = [{ start, end }];
  for (const range of ranges)
    for (const node of source.nodes("Identifier")) {
      if (node.start < range.start || node.end > range.end || names.has(node.name)) continue;
      names.add(node.name);
      if (declarations.has(node.name)) ranges.push(declarations.get(node.name));
    }
  return names;
}

function declarationsOf(source) {
  const found = new Map();
  for (const node of source.body) {
    const made = node.declaration ?? node;
    if (made.type === "FunctionDeclaration") found.set(made.id?.name, made);
    if (made.type === "VariableDeclaration") for (const one of made.declarations) found.set(one.id.name, one);
  }
  return found;
}

function* importedBy({ files }, source, names) {
  for (const { to, names: imported } of source.imports)
    for (const name of imported) if (files.has(to) && names.has(name)) yield { source: files.get(to), name };
}
