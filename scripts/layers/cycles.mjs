import { circles } from "./graph.mjs";
import { domainOf, isDomainFile, isTesting } from "./line.mjs";

/** No import cycles between files or folders of a domain, including types. */
export function cycles(project) {
  return [...fileCycles(project), ...roomCycles(project)];
}

function fileCycles({ sources, files }) {
  const edges = new Map(
    sources.map(({ file, imports }) => [
      file,
      imports.map(({ to }) => to).filter((to) => files.has(to) && to !== file),
    ]),
  );
  return circles(edges).map((circle) => ({
    file: circle[0],
    line: lineOf(files.get(circle[0]), (to) => to === circle[1]),
    text: `imports itself through ${circle.slice(1).join(", ")}`,
  }));
}

const roomOf = (file) =>
  domainOf(file) && !isTesting(file) ? (/^(lib\/[^/]+\/[^/]+)\//.exec(file)?.[1] ?? null) : null;

function roomCycles({ sources }) {
  const edges = new Map();
  const from = new Map();
  for (const source of sources.filter(isDomainFile)) {
    const room = roomOf(source.file);
    if (!room) continue;
    if (!edges.has(room)) edges.set(room, new Set());
    for (const { to } of source.imports) {
      const other = roomOf(to);
      if (!other || other === room || domainOf(other) !== domainOf(room)) continue;
      edges.get(room).add(other);
      from.set(`${room} ${other}`, from.get(`${room} ${other}`) ?? source);
    }
  }
  for (const [room, others] of edges)
    edges.set(
      room,
      [...others].filter((other) => edges.has(other)),
    );
  return circles(edges).map((circle) => {
    const source = from.get(`${circle[0]} ${circle[1]}`);
    const line = lineOf(source, (to) => roomOf(to) === circle[1]);
    return { file: source.file, line, text: `rooms go in a circle: ${[...circle, circle[0]].join(" → ")}` };
  });
}

const lineOf = ({ imports }, isNext) => imports.find(({ to }) => isNext(to)).line;
