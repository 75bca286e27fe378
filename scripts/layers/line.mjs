// The order of domains, and the domain, name and kind of a path.

/**
 * Imports and table names go to the left only. A folder of lib missing here fails the check, and
 * vice versa.
 */
export const LINE = [
  "core",
  "language",
  "live",
  "notices",
  "activity",
  "tenants",
  "gateways",
  "auth",
  "channels",
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
  "notifications",
  "search",
  "onboarding",
  "maintenance",
  "api",
];

/** File names in a domain that mean a kind of code; other names are nouns. */
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

/** File names with a meaning for Next, which needs their exports by name. */
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

export function domainOf(place) {
  const name = /^lib\/([^/]+)(?:\/|$)/.exec(place)?.[1] ?? null;
  return name === null || NOT_DOMAINS.has(name) ? null : name;
}

/** File name without ending: `queries` of `lib/tools/queries.ts`. */
export const stemOf = (file) => /([^/]+?)(?:\.d)?(?:\.(?:tsx?|mjs))?$/.exec(file)?.[1] ?? file;

export const folderOf = (file) => file.slice(0, Math.max(0, file.lastIndexOf("/")));

/** Whether a path lies in a folder of test code. */
export const isTesting = (file) => /(^|\/)testing\//.test(file);

export const isNextFile = (file) => file.startsWith("app/") && NEXT_NAMES.has(stemOf(file));

/** Shipped code without tests. */
export const isProduct = ({ file, isTest }) =>
  !isTest && !isTesting(file) && /^(app|components|lib|gateway|sample|proxy\.|instrumentation\.)/.test(file);

export const isDomainFile = ({ file, isTest }) => !isTest && !isTesting(file) && domainOf(file) !== null;

/** @typedef {{ file: string, line: number, text: string }} Breach */

/**
 * Checks every import of the sources.
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
