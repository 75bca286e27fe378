// Queries on the import graph: reachability, paths and cycles.

/**
 * For every file that reaches a target by imports, the next file on a shortest path.
 * @param {import("./read.mjs").Project} project
 * @param {(source: import("./read.mjs").Source) => boolean} isTarget
 * @param {(source: import("./read.mjs").Source) => boolean} [isEnd] files whose imports are not
 * followed
 * @returns {Map<string, string | null>} null for a target itself
 */
export function waysTo({ sources, files }, isTarget, isEnd = () => false) {
  const importers = new Map(sources.map(({ file }) => [file, []]));
  for (const source of sources)
    if (!isEnd(source))
      for (const { to, typeOnly } of source.imports)
        if (!typeOnly && files.has(to)) importers.get(to).push(source.file);
  const next = new Map(sources.filter(isTarget).map(({ file }) => [file, null]));
  for (const file of next.keys())
    for (const importer of importers.get(file)) if (!next.has(importer)) next.set(importer, file);
  return next;
}

/** Files on the path, target last; empty for a target itself. */
export function wayFrom(ways, file) {
  const way = [];
  for (let at = ways.get(file); at; at = ways.get(at)) way.push(at);
  return way;
}

/**
 * A shortest cycle through each node that has one; each cycle once.
 * @param {Map<string, Iterable<string>>} edges
 * @returns {string[][]}
 */
export function circles(edges) {
  const found = new Map();
  for (const ball of balls(edges))
    for (const node of ball) {
      const circle = shortestCircle(edges, new Set(ball), node);
      const key = [...circle].sort().join(" ");
      if (!found.has(key)) found.set(key, circle);
    }
  return [...found.values()];
}

function shortestCircle(edges, ball, start) {
  const before = new Map();
  const queue = [start];
  for (const node of queue)
    for (const to of edges.get(node) ?? []) {
      if (to === start) return trail(before, start, node);
      if (!ball.has(to) || before.has(to)) continue;
      before.set(to, node);
      queue.push(to);
    }
  return [start];
}

function trail(before, start, end) {
  const nodes = [];
  for (let at = end; at !== start; at = before.get(at)) nodes.unshift(at);
  return [start, ...nodes];
}

/** Tarjan's strongly connected components with more than one node. */
function balls(edges) {
  const [index, low, open, stack, found] = [new Map(), new Map(), new Set(), [], []];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    open.add(node);
    for (const to of edges.get(node) ?? []) {
      if (!index.has(to)) visit(to);
      if (open.has(to)) low.set(node, Math.min(low.get(node), low.get(to)));
    }
    if (low.get(node) !== index.get(node)) return;
    const ball = stack.splice(stack.indexOf(node));
    for (const one of ball) open.delete(one);
    if (ball.length > 1) found.push(ball);
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}
