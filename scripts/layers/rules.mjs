import { wordsInOnePlace } from "./words.mjs";

/** @typedef {import("./read.mjs").Source} Source */

// Imports in lib/ go to the left in this line only.
const LAYERS = [
  "core",
  "activity",
  "live",
  "tenants",
  "gateways",
  "auth",
  "tools",
  "delivery",
  "approvals",
  "feedback",
  "calls",
  "rationales",
  "insights",
  "search",
  "start",
  "sample",
  "api",
];
const FREE_FORM = new Set(["core", "activity", "live", "auth", "delivery", "api", "testing", "generated"]);
const VOCABULARY = new Set(["schema", "rules", "queries", "commands", "actions", "worker"]);
const READERS = /^(queries|commands|worker)\.ts$/;
const DATABASE_LAYERS = new Set(["core", "activity", "live", "auth", "delivery", "api", "testing"]);
const VAGUE = /(^|\/)(utils?|helpers?|misc|common|shared)(\/|\.[a-z]+$)/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
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
]);

const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = { ts: 50, tsx: 120 };
const CLIENT_SHARE_MAX = 0.4;

const layerOf = (place) => /^lib\/([^/]+)\//.exec(place)?.[1] ?? null;
const nameOf = (file) => file.slice(file.lastIndexOf("/") + 1);
const isProduct = ({ file, isTest }) =>
  !isTest &&
  /^(app|components|lib)\//.test(file) &&
  !file.startsWith("lib/testing/") &&
  !/^lib\/[^/]+\/testing\//.test(file);

/** @returns {string[]} */
function eachImport(sources, judge) {
  return sources.flatMap((source) =>
    source.imports.flatMap((one) => {
      const problem = judge(source, one.target, one);
      return problem ? [`${source.file}: ${problem}`] : [];
    }),
  );
}

function direction(sources) {
  return eachImport(sources.filter(isProduct), ({ file }, target) => {
    if (target.startsWith("app/") && !file.startsWith("app/"))
      return `imports ${target}; nothing imports app`;
    if (target.startsWith("components/") && file.startsWith("lib/"))
      return `imports ${target}; lib knows no components`;
    const from = layerOf(file);
    const to = layerOf(`${target}/`.replace(/\/\/$/, "/"));
    if (!from || !to || from === to || to === "generated") return null;
    const [here, there] = [LAYERS.indexOf(from), LAYERS.indexOf(to)];
    if (to === "testing") return null;
    // Server actions are a domain's outer edge: whoever they are called by, lib/auth/action says who that is.
    if (nameOf(file) === "actions.ts" && target === "lib/auth/action") return null;
    if (here === -1) return `is in lib/${from}, which has no place in the line of layers`;
    return there > here ? `imports ${target}; lib/${from} stands left of lib/${to}` : null;
  });
}

function testingStaysOut(sources) {
  return eachImport(sources.filter(isProduct), (_, target) =>
    /^lib\/(testing|[^/]+\/testing)\//.test(target)
      ? `imports ${target}; product code does without test code`
      : null,
  );
}

function componentsKnowLittle(sources) {
  return eachImport(
    sources.filter(({ file, isTest }) => file.startsWith("components/") && !isTest),
    ({ file }, target) => {
      if (file.startsWith("components/ui/")) {
        if (target.startsWith("lib/") && !target.startsWith("lib/core/"))
          return `imports ${target}; components/ui knows no domain`;
        if (/^components\/copy\/ui(-[a-z-]+)?$/.test(target)) return null;
        if (target.startsWith("components/") && !target.startsWith("components/ui/"))
          return `imports ${target}; components/ui knows no domain`;
        return null;
      }
      const domain = layerOf(`${target}/`.replace(/\/\/$/, "/"));
      if (!domain || FREE_FORM.has(domain)) return null;
      return /\/(schema|rules|actions)$/.test(target)
        ? null
        : `imports ${target}; components use a domain's schema, rules and actions only`;
    },
  );
}

function gatewayStandsAlone(sources) {
  return eachImport(
    sources.filter(({ file }) => file.startsWith("gateway/")),
    (_, target) =>
      /^(lib|app|components)\//.test(target)
        ? `imports ${target}; the gateway is a program of its own`
        : null,
  );
}

function vocabulary(sources) {
  return sources.flatMap(({ file, isTest }) => {
    const layer = layerOf(file);
    if (!layer || FREE_FORM.has(layer) || isTest) return [];
    const stem = nameOf(file).replace(/\.tsx?$/, "");
    return VOCABULARY.has(stem)
      ? []
      : [`${file}: a domain's files are ${[...VOCABULARY].join(", ")}; a second noun becomes a folder`];
  });
}

function purity(sources) {
  const domain = sources.filter(
    ({ file, isTest }) => file.startsWith("lib/") && !isTest && !FREE_FORM.has(layerOf(file) ?? ""),
  );
  const rules = eachImport(
    domain.filter(({ file }) => nameOf(file) === "rules.ts"),
    (_, target, { typeOnly }) =>
      !typeOnly && /^lib\/core\/(db|env|clock|log)$|^lib\/generated\/|\/(queries|commands)$/.test(target)
        ? `imports ${target}; rules touch neither database, clock nor environment`
        : null,
  );
  const schemas = eachImport(
    domain.filter(({ file }) => nameOf(file) === "schema.ts"),
    (_, target, { typeOnly }) =>
      typeOnly || /^zod|\/schema$|^\.\.?\/schema$|^lib\/core\/(wire|casing)$/.test(target)
        ? null
        : `imports ${target}; a schema is built from zod and other schemas`,
  );
  const cookies = eachImport(
    domain.filter(({ file }) => /^(queries|commands)\.ts$/.test(nameOf(file))),
    (_, target) => (target === "next/headers" ? "reads cookies or headers; the caller passes a scope" : null),
  );
  return [...rules, ...schemas, ...cookies];
}

function databaseAccess(sources) {
  return eachImport(sources.filter(isProduct), ({ file }, target, { typeOnly }) => {
    if (typeOnly || !/^lib\/core\/db$|^lib\/generated\/prisma|^pg$|^@prisma\//.test(target)) return null;
    const layer = layerOf(file);
    if (layer && (DATABASE_LAYERS.has(layer) || READERS.test(nameOf(file)))) return null;
    return `imports ${target}; only queries, commands and workers touch the database`;
  });
}

function changesLeaveTraces(sources) {
  return sources
    .filter((source) => isProduct(source) && /\/(commands|worker)\.ts$/.test(source.file))
    .filter(({ code }) => /\bchange\(/.test(code) && !/\brecordActivit(?:y|ies)\(/.test(code))
    .map(({ file }) => `${file}: changes rows without recordActivity; take-ins from machines use ingest`);
}

function environmentAccess(sources) {
  return sources
    .filter((source) => isProduct(source) || source.file === "proxy.ts")
    .filter(
      ({ file, code }) =>
        file !== "lib/core/env.ts" &&
        /\bprocess\.env\b/.test(code.replace(/process\.env\.(NEXT_RUNTIME|NODE_ENV)\b/g, "")),
    )
    .map(({ file }) => `${file}: reads process.env; lib/core/env.ts is the one place`);
}

function names(sources) {
  return sources.flatMap(({ file }) => {
    const stem = nameOf(file).replace(/(\.(test|spec|config|d))?\.(tsx?|mjs)$/, "");
    const problems = [];
    if (!KEBAB.test(stem)) problems.push(`${file}: file names are kebab-case`);
    if (VAGUE.test(file)) problems.push(`${file}: name it after what it holds`);
    if (/\/index\.(ts|tsx|mjs)$/.test(file)) problems.push(`${file}: no barrels; import the file itself`);
    return problems;
  });
}

function defaultExports(sources) {
  return sources
    .filter(
      (source) => /^(app|components|lib)\//.test(source.file) && /^\s*export default\b/m.test(source.code),
    )
    .filter(({ file }) => !(file.startsWith("app/") && NEXT_NAMES.has(nameOf(file).replace(/\.tsx?$/, ""))))
    .map(({ file }) => `${file}: named exports, except where Next wants a default`);
}

function sizes(sources) {
  return sources.flatMap((source) => {
    const long =
      source.lines.length > FILE_LINES_MAX
        ? [`${source.file}: ${source.lines.length} lines, at most ${FILE_LINES_MAX}`]
        : [];
    return source.isTest || source.file.startsWith("e2e/") ? long : [...long, ...longFunctions(source)];
  });
}

const NAMED =
  /^(\s*)(?:export )?(?:default )?(?:(?:async )?function\b|(?:(?:static|private|protected|public|readonly|override|get|set|async) )*#?[\w$]+(?:<.*>)?\(.*\)(?::.*)? \{$)/;
const ARROW =
  /^(\s*)(?:export )?const [\w$]+(?:: .+?)? = (?:async )?(?:<.*>)?(?:\(.*=> [({]$|[\w$]+ => [({]$|\($)/;
const NO_FUNCTION = /^\s*(?:if|for|while|switch|catch|return|else|describe|test|it|super)\b/;

/** Functions by their indentation, which the formatter keeps: from the line that opens one to the brace that closes it. */
function longFunctions({ file, lines }) {
  const most = FUNCTION_LINES_MAX[file.endsWith("x") ? "tsx" : "ts"];
  return lines.flatMap((line, start) => {
    const match = NO_FUNCTION.test(line) ? null : (NAMED.exec(line) ?? ARROW.exec(line));
    if (!match) return [];
    const end = endOf(lines, start, match[1]);
    const size = end - start + 1;
    return size > most ? [`${file}:${start + 1}: a function of ${size} lines, at most ${most}`] : [];
  });
}

/** Parameters may take lines of their own, closed by a line such as `): void {` or `) => (`. */
function endOf(lines, start, indent) {
  const closes = (line) => line.startsWith(indent) && /^[)}\]]/.test(line.slice(indent.length));
  const next = (from) => lines.findIndex((line, index) => index > from && closes(line));
  const first = next(start);
  const goesOn = first !== -1 && /^\s*[)}].*[({[]$/.test(lines[first]);
  return goesOn ? next(first) : first;
}

function clientShare(sources) {
  const parts = sources.filter(({ file, isTest }) => file.endsWith(".tsx") && !isTest);
  const client = parts.filter(({ text }) => /^["']use client["']/.test(text));
  const pages = client
    .filter(({ file }) => /\/(page|layout)\.tsx$/.test(file))
    .map(({ file }) => `${file}: pages and layouts are server components`);
  const share = parts.length === 0 ? 0 : client.length / parts.length;
  return share > CLIENT_SHARE_MAX
    ? [...pages, `components: ${client.length} of ${parts.length} .tsx files are 'use client', at most 40 %`]
    : pages;
}

function cycles(sources) {
  const files = new Map(sources.map((source) => [source.file.replace(/\.(tsx?|mjs)$/, ""), source]));
  const state = new Map();
  const found = [];
  const visit = (name, trail) => {
    if (state.get(name) === "done") return;
    if (state.get(name) === "open") {
      found.push(
        `${files.get(name).file}: imports itself through ${trail.slice(trail.indexOf(name) + 1).join(", ")}`,
      );
      return;
    }
    state.set(name, "open");
    for (const { target, typeOnly } of files.get(name).imports)
      if (!typeOnly && files.has(target)) visit(target, [...trail, name]);
    state.set(name, "done");
  };
  for (const name of files.keys()) visit(name, []);
  return found;
}

export const RULES = [
  direction,
  testingStaysOut,
  componentsKnowLittle,
  gatewayStandsAlone,
  vocabulary,
  purity,
  databaseAccess,
  changesLeaveTraces,
  environmentAccess,
  names,
  defaultExports,
  sizes,
  clientShare,
  cycles,
  wordsInOnePlace,
];
