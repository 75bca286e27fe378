import { wayFrom, waysTo } from "./graph.mjs";
import { eachImport, isDomainFile, stemOf } from "./line.mjs";
import { statementsOf } from "./statements.mjs";

const ACTION_LINES_MAX = 12;
const PARSES = new Set(["parse", "safeParse", "parseAsync", "safeParseAsync"]);
// Objects with a `parse` that is not zod's.
const OTHER_PARSERS = new Set(["Date", "JSON", "URL", "path"]);
const OUTSIDE = /^(lib\/core\/(db|env|clock)\.ts$|lib\/generated\/|pg$|@prisma\/)/;

/** A file does what its name says, within the limits of the table in docs/architecture.md. */
export function vocabulary(project) {
  const domain = project.sources.filter(isDomainFile);
  const named = (...stems) => domain.filter(({ file }) => stems.includes(stemOf(file)));
  return [
    ...types(named("types")),
    ...schemas(project, named("schema")),
    ...pure(project, named("schema", "wire", "rules")),
    ...cookies(named("queries", "commands")),
    ...named("queries").flatMap(writes),
    ...named("commands").flatMap(parses),
    ...named("actions").flatMap(actions),
    ...named("worker").flatMap(startsAtImport),
  ];
}

const breachAt = (source, node, text) => ({
  file: source.file,
  line: source.lineAt(node.start),
  text,
});

function types(sources) {
  return eachImport(sources, (_, { to, typeOnly }) =>
    typeOnly || stemOf(to) === "types" ? null : `imports ${to}; types.ts imports types only`,
  );
}

function schemas(project, sources) {
  const ways = waysTo(project, ({ imports }) =>
    imports.some(({ to, typeOnly }) => !typeOnly && /^zod(\/|$)/.test(to)),
  );
  const foreign = eachImport(sources, (_, { to, typeOnly }) =>
    typeOnly || /^(zod(\/|$)|lib\/core\/)/.test(to) || /^(types|schema)$/.test(stemOf(to))
      ? null
      : `imports ${to}; a schema is built from zod, types, other schemas and lib/core`,
  );
  const empty = sources
    .filter(({ file }) => !ways.has(file))
    .map(({ file }) => ({ file, line: 1, text: "holds no zod contract; what it holds is types.ts" }));
  return [...foreign, ...empty];
}

/** No database, clock or environment, directly or through imports. */
function pure(project, sources) {
  const ways = waysTo(
    project,
    ({ file, imports }) =>
      OUTSIDE.test(file) ||
      imports.some(({ to, typeOnly }) => !typeOnly && OUTSIDE.test(to) && !project.files.has(to)),
  );
  const reached = sources
    .filter(({ file }) => ways.has(file))
    .map(({ file, imports }) => {
      const way = wayFrom(ways, file);
      const first = imports.find(({ to, typeOnly }) => !typeOnly && (to === way[0] || OUTSIDE.test(to)));
      const through = way.join(", ") || first.to;
      const text = `reaches the database, clock or environment through ${through}`;
      return { file, line: first.line, text };
    });
  return [...reached, ...sources.flatMap(readsClock)];
}

function readsClock(source) {
  const calls = source
    .nodes("CallExpression")
    .filter(({ callee }) =>
      ["Date.now", "performance.now"].includes(source.text.slice(callee.start, callee.end)),
    );
  const dates = source
    .nodes("NewExpression")
    .filter((node) => node.callee.name === "Date" && node.arguments.length === 0);
  return [...calls, ...dates].map((node) => breachAt(source, node, "reads the clock; time comes in as now"));
}

function cookies(sources) {
  return eachImport(sources, (_, { to }) =>
    to === "next/headers" ? "reads cookies or headers; the caller passes a scope" : null,
  );
}

function writes(source) {
  const changes = source
    .nodes("CallExpression")
    .filter(({ callee }) => ["change", "ingest", "bookkeep"].includes(callee.name))
    .map((node) => breachAt(source, node, `calls ${node.callee.name}; queries only read`));
  const statements = statementsOf(source)
    .filter((one) => one.writes)
    .map(({ line, name }) => ({ file: source.file, line, text: `writes ${name}; queries only read` }));
  return [...changes, ...statements];
}

function parses(source) {
  return source
    .nodes("CallExpression")
    .filter(
      ({ callee }) =>
        callee.type === "MemberExpression" &&
        PARSES.has(callee.property.name) &&
        !OTHER_PARSERS.has(callee.object.name),
    )
    .map((node) => breachAt(source, node, "parses; what comes in is parsed once, at the edge"));
}

function actions(source) {
  const directive =
    source.directive === "use server"
      ? []
      : [{ file: source.file, line: 1, text: 'starts with something else than "use server"' }];
  const long = source.body
    .filter(({ type }) => !/^(Import|TS)/.test(type))
    .map((node) => ({ node, size: source.lineAt(node.end) - source.lineAt(node.start) + 1 }))
    .filter(({ size }) => size > ACTION_LINES_MAX)
    .map(({ node, size }) =>
      breachAt(source, node, `an action of ${size} lines, at most ${ACTION_LINES_MAX}`),
    );
  return [...directive, ...long];
}

function startsAtImport(source) {
  return source.body
    .filter((node) => node.type === "ExpressionStatement" && !node.directive)
    .map((node) => breachAt(source, node, "runs at import; a worker is started by its caller"));
}
