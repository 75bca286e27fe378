// The line of the domains, and what a path says: which domain, which name, product or test.

/** Imports and table names go to the left only. A folder of lib that is missing here is a breach, and the reverse. */
export const LINE = [
  "core",
  "language",
  "live",
  "notices",
  "activity",
  "tenants",
  "gateways",
  "auth",
  "tools",
  "arguments",
  "delivery",
  "policies",
  "intake",
  "approvals",
  "feedback",
  "calls",
  "signals",
  "intents",
  "insights",
  "search",
  "onboarding",
  "maintenance",
  "api",
];

/** The names of files in a domain that stand for a kind of code; every other name is a noun. */
export const VOCABULARY = new Set([
  "types",
  "schema",
  "wire",
  "rules",
  "queries",
  "commands",
  "actions",
  "worker",
]);

/** The files by which Next finds what it serves; it wants their exports by name. */
const NEXT_NAMES = new Set([
  "page",
  "layout",
  "route",
  "loading",
  "error",
  "not-found",
  "global-error",
  "default",
  "template",
  "forbidden",
  "unauthorized",
  "icon",
  "apple-icon",
  "opengraph-image",
  "manifest",
  "robots",
  "sitemap",
]);

const NOT_DOMAINS = new Set(["testing", "generated"]);

/** The domain a file or folder of lib belongs to; null for all that is no part of one. */
export function domainOf(place) {
  const name = /^lib\/([^/]+)(?:\/|$)/.exec(place)?.[1] ?? null;
  return name === null || NOT_DOMAINS.has(name) ? null : name;
}

/** The file's name without its ending: `queries` of `lib/tools/queries.ts`. */
export const stemOf = (file) => /([^/]+?)(?:\.d)?(?:\.(?:tsx?|mjs))?$/.exec(file)?.[1] ?? file;

export const folderOf = (file) => file.slice(0, Math.max(0, file.lastIndexOf("/")));

/** Whether a path lies in a folder of test code. */
export const isTesting = (file) => /(^|\/)testing\//.test(file);

export const isNextFile = (file) => file.startsWith("app/") && NEXT_NAMES.has(stemOf(file));

/** What is delivered, without what tests it. */
export const isProduct = ({ file, isTest }) =>
  !isTest && !isTesting(file) && /^(app|components|lib|gateway|sample|proxy\.|instrumentation\.)/.test(file);

/** A file of a domain, without what tests it. */
export const isDomainFile = ({ file, isTest }) => !isTest && !isTesting(file) && domainOf(file) !== null;

/** @typedef {{ file: string, line: number, text: string }} Breach */

/**
 * Judges every import of the sources.
 * @returns {Breach[]}
 */
export function eachImport(sources, judge) {
  return sources.flatMap((source) =>
    source.imports.flatMap((one) => {
      const text = judge(source, one);
      return text ? [{ file: source.file, line: one.line, text }] : [];
    }),
  );
}
