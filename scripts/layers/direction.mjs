import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { domainOf, eachImport, isProduct, isTesting, LINE, stemOf } from "./line.mjs";

/** Every folder of lib has a place in the line, and every place a folder. */
export function line({ root }) {
  const lib = path.join(root, "lib");
  const folders = existsSync(lib)
    ? readdirSync(lib, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
  const domains = folders.map(({ name }) => name).filter((name) => domainOf(`lib/${name}`));
  const breach = (name, text) => ({ file: `lib/${name}`, line: 1, text });
  return [
    ...domains
      .filter((name) => !LINE.includes(name))
      .map((name) => breach(name, "has no place in the line of scripts/layers/line.mjs")),
    ...LINE.filter((name) => !domains.includes(name)).map((name) =>
      breach(name, "is named in scripts/layers/line.mjs and does not exist"),
    ),
  ];
}

/** Imports, those of types included, go `app → components → lib`, and in lib to the left. */
export function direction({ sources }) {
  const product = eachImport(sources.filter(isProduct), ({ file }, { to }) => wrongWay(file, to));
  const gatewayTests = sources.filter((one) => one.file.startsWith("gateway/") && !isProduct(one));
  return [...product, ...eachImport(gatewayTests, ({ file }, { to }) => wrongForProgram(file, to))];
}

function wrongWay(file, to) {
  if (isTesting(to)) return `imports ${to}; product code does without test code`;
  if (/^(gateway|sample)\//.test(file)) return wrongForProgram(file, to);
  if (to.startsWith("app/") && !file.startsWith("app/")) return `imports ${to}; nothing imports app`;
  if (to.startsWith("sample/")) return `imports ${to}; the sample is a separate program`;
  if (/^(lib|app|components)\//.test(file) && /^gateway\/(?!(?:lint|refusals)\/)/.test(to))
    return `imports ${to}; of the gateway's program the product takes the lint and the refusals only`;
  if (to.startsWith("components/") && file.startsWith("lib/"))
    return `imports ${to}; lib knows no components`;
  return rightward(file, to);
}

/** The gateway could be anybody's; the sample is made with the product's own parts. */
function wrongForProgram(file, to) {
  // The product takes it in whole, also into a browser: it stands on nothing.
  if (file.startsWith("gateway/lint/") && !/\.test\.ts$/.test(file) && !to.startsWith("gateway/lint/"))
    return `imports ${to}; the lint imports nothing but itself`;
  if (
    file.startsWith("gateway/refusals/") &&
    !/\.test\.ts$/.test(file) &&
    !/^gateway\/(?:lint|refusals)\//.test(to)
  )
    return `imports ${to}; the refusals import nothing but themselves and the lint`;
  if (file.startsWith("gateway/"))
    return /^(lib|app|components|sample)\//.test(to)
      ? `imports ${to}; the gateway is a separate program`
      : null;
  return /^(app|components)\//.test(to) ? `imports ${to}; the sample knows lib only` : null;
}

function rightward(file, to) {
  const [from, target] = [domainOf(file), domainOf(to)];
  if (!from || !target || from === target) return null;
  // An actions.ts is its domain's outer edge: whatever its place, lib/auth/action says who calls.
  if (stemOf(file) === "actions" && to === "lib/auth/action.ts") return null;
  const [here, there] = [LINE.indexOf(from), LINE.indexOf(target)];
  return here !== -1 && there > here ? `imports ${to}; lib/${from} is left of lib/${target}` : null;
}
