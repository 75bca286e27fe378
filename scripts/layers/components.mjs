import { wayFrom } from "./graph.mjs";
import { domainOf, eachImport, stemOf, VOCABULARY } from "./line.mjs";
import { waysToServer } from "./server-only.mjs";

const SEEN_BY_COMPONENTS = new Set(["types", "schema", "rules", "wire", "actions"]);

/** Base components import no domain; others import only browser-safe files of domains. */
export function components(project) {
  const ways = waysToServer(project);
  const parts = project.sources.filter(({ file, isTest }) => file.startsWith("components/") && !isTest);
  return eachImport(
    parts,
    ({ file }, { to, names }) =>
      wrongForBase(file, to) ?? wrongForAny(ways, to) ?? wrongLater(file, to, names),
  );
}

const LATER = "components/ui/lazy-part.tsx";

/** A lazy React component that fails to load breaks its page, so only LATER may load one. */
function wrongLater(file, to, names) {
  const loads = to === "next/dynamic" || (to === "react" && names.includes("lazy"));
  return loads && file !== LATER
    ? `loads a part later; ${LATER} says what becomes of one that does not come`
    : null;
}

function wrongForBase(file, to) {
  if (!file.startsWith("components/ui/") || /^(lib\/core|components\/(ui|words))\//.test(to)) return null;
  return /^(lib|components)\//.test(to) ? `imports ${to}; components/ui knows no domain` : null;
}

function wrongForAny(ways, to) {
  if (to.startsWith("lib/generated/")) return `imports ${to}; components know no database`;
  if (!domainOf(to) || SEEN_BY_COMPONENTS.has(stemOf(to))) return null;
  if (VOCABULARY.has(stemOf(to))) return `imports ${to}; that is for pages, which hand its rows on`;
  if (!ways.has(to)) return null;
  const way = wayFrom(ways, to);
  return `imports ${to}, which is server-only${way.length > 0 ? ` through ${way.join(", ")}` : ""}`;
}
