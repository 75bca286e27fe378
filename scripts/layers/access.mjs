import { domainOf, eachImport, isProduct, stemOf } from "./line.mjs";

const DATABASE = /^(lib\/core\/db\.ts$|lib\/generated\/prisma|pg$|@prisma\/)/;
const WITHOUT_DATABASE = new Set(["types", "schema", "wire", "rules", "actions"]);
// Bundlers replace these, so that code for other targets is removed.
const WRITTEN_IN = new Set(["NODE_ENV", "NEXT_RUNTIME"]);

/** Only queries, commands, workers and nouns of a domain access the database. */
export function database({ sources }) {
  const product = sources.filter((source) => isProduct(source) && !source.file.startsWith("sample/"));
  return eachImport(product, ({ file }, { to, typeOnly }) => {
    if (typeOnly || !DATABASE.test(to)) return null;
    if (domainOf(file) && !WITHOUT_DATABASE.has(stemOf(file))) return null;
    return `imports ${to}; only queries, commands, workers and nouns of a domain touch the database`;
  });
}

/** `process.env` is read in one validated place; the gateway, a separate program, has its own. */
export function environment({ sources }) {
  return sources
    .filter((source) => isProduct(source) && !source.file.startsWith("gateway/"))
    .filter(({ file }) => file !== "lib/core/env.ts")
    .flatMap((source) => {
      const reads = source.nodes("MemberExpression").filter(isEnvironment);
      const fixed = source
        .nodes("MemberExpression")
        .filter(({ object, property }) => isEnvironment(object) && WRITTEN_IN.has(property.name));
      return reads
        .filter((node) => !fixed.some(({ object }) => object === node))
        .map((node) => ({
          file: source.file,
          line: source.lineAt(node.start),
          text: "reads process.env; lib/core/env.ts is the one place",
        }));
    });
}

const isEnvironment = ({ type, object, property }) =>
  type === "MemberExpression" && object.name === "process" && property.name === "env";
