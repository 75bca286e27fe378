const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 50;
const COMPONENT_LINES_MAX = 80;
const KINDS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];

/** No file over 400 lines; no function over 50, in .tsx over 80, except tests. */
export function sizes({ sources }) {
  return sources.flatMap((source) => [
    ...longFile(source),
    ...(source.isTest || source.file.startsWith("e2e/") ? [] : longFunctions(source)),
  ]);
}

function longFile({ file, lineCount }) {
  return lineCount > FILE_LINES_MAX
    ? [{ file, line: 1, text: `${lineCount} lines, at most ${FILE_LINES_MAX}` }]
    : [];
}

function longFunctions(source) {
  const most = source.file.endsWith(".tsx") ? COMPONENT_LINES_MAX : FUNCTION_LINES_MAX;
  if (source.lineCount <= most) return [];
  return KINDS.flatMap(source.nodes).flatMap(({ start, end }) => {
    const size = source.lineAt(end) - source.lineAt(start) + 1;
    if (size <= most) return [];
    const text = `a function of ${size} lines, at most ${most}`;
    return [{ file: source.file, line: source.lineAt(start), text }];
  });
}
