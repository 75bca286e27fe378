import { builtinModules } from "node:module";
import { wayFrom, waysTo } from "./graph.mjs";
import { isNextFile, isProduct } from "./line.mjs";

const BUILTINS = new Set(builtinModules);
const DATABASE = /^(lib\/generated\/|pg$|@prisma\/)/;

const isServerOnly = ({ imports }) => imports.some(({ to }) => to === "server-only");
// The browser gets a reference to an action, not its imports.
const isAction = ({ directive }) => directive === "use server";

/** For every file that reaches `server-only`, the next file on the path. */
export const waysToServer = (project) => waysTo(project, isServerOnly, isAction);

/** Server code is marked `server-only`, so that a build fails before a secret is sent. */
export function serverOnly(project) {
  const ways = waysToServer(project);
  return [...unguarded(project, ways), ...inBrowsers(project, ways)];
}

function unguarded({ sources }, ways) {
  return sources
    .filter((source) => isProduct(source) && /^(app|components|lib)\//.test(source.file))
    .filter((source) => !ways.has(source.file) && !isNextFile(source.file) && !isAction(source))
    .flatMap((source) => {
      const touched = source.imports.find(({ to, typeOnly }) => !typeOnly && isForServers(to));
      if (!touched) return [];
      const text = `touches ${touched.to} without "server-only" behind it`;
      return [{ file: source.file, line: touched.line, text }];
    });
}

const isForServers = (to) => to.startsWith("node:") || BUILTINS.has(to) || DATABASE.test(to);

function inBrowsers({ sources }, ways) {
  return sources
    .filter((source) => source.directive === "use client" && ways.has(source.file))
    .map(({ file }) => {
      const text = `is 'use client' and reaches server-only through ${wayFrom(ways, file).join(", ")}`;
      return { file, line: 1, text };
    });
}
