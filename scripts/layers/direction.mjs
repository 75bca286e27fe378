import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { domainOf, eachImport, isProduct, isTesting, LINE, stemOf } from "./line.mjs";

/** Every folder of lib is in the line, and vice versa. */
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

/** Imports, including types, go `app → components → lib`, and inside lib to the left. */
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

/** The gateway is independent; the sample uses the product. */
function wrongForProgram(file, to) {
  // The product bundles it completely, also for browsers, so it has no dependencies.
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
  // An actions.ts is the outer edge of its domain, and may always import lib/auth/action for the
  // caller.
  if (stemOf(file) === "actions" && to === "lib/auth/action.ts") return null;
  const [here, there] = [LINE.indexOf(from), LINE.indexOf(target)];
  return here !== -1 && there > here ? `imports ${to}; lib/${from} is left of lib/${target}` : null;
}
