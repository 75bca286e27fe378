// Members of pages that no schema of what goes out has.
const SHOWN_ONLY = [
  "acknowledgedNote",
  "callbackUrl",
  "correlationText",
  "headline",
  "idempotencyKey",
  "inputSchemaText",
  "lastError",
  "responseBody",
  "riskWhy",
  "userName",
  "utterance",
];

// Attributes that are read out or shown.
const SHOWN = new Set(["alt", "aria-label", "aria-description", "label", "placeholder", "title"]);

// What writes hidden characters out, or leaves none of the text over.
const SAFE_CALLS = /^(revealedText|encodeURIComponent|Boolean|counted|key)$/;

const TEXT_METHODS = /^(at|join|normalize|padEnd|padStart|replace|replaceAll|slice|trim|to\w+Case)$/;

// What was rendered, or written out, before it got here.
const SAFE_TYPES = /^(ReactNode|VisibleText)$/;

/** What others wrote is shown by `Untrusted`, and in attributes by way of `revealedText`. */
export function untrusted(project) {
  const fields = new Set([...SHOWN_ONLY, ...foreignMembers(project)]);
  return project.sources.filter(isPage).flatMap((source) => {
    const safe = safeFields(project, source);
    return [...source.nodes("JSXElement"), ...source.nodes("JSXFragment")].flatMap((element) =>
      shownBy(element).flatMap((expression) => {
        const field = bareField(expression, fields);
        if (!field || safe.has(field)) return [];
        const text = `shows ${field} outside of Untrusted, its hidden characters with it`;
        return [{ file: source.file, line: source.lineAt(expression.start), text }];
      }),
    );
  });
}

/** The members that any schema of what goes out marks as texts of others, under their names in pages. */
function foreignMembers({ sources }) {
  return sources
    .filter(({ file, isTest }) => /^lib\/.*wire\.ts$/.test(file) && !isTest)
    .flatMap((source) => source.nodes("Property"))
    .filter(({ value }) => isForeign(value))
    .map(({ key }) => key.name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()));
}

/** `foreignText` by itself, or with methods: `foreignText.nullable().describe("…")`. */
function isForeign(node) {
  switch (node?.type) {
    case "Identifier":
      return node.name === "foreignText";
    case "MemberExpression":
      return isForeign(node.object);
    case "CallExpression":
      return isForeign(node.callee);
    default:
      return false;
  }
}

/** The documentation shows our own words only. */
const isPage = ({ file, isTest }) =>
  /^(app|components)\/.*\.tsx$/.test(file) && !isTest && !/^components\/(docs|ui\/text)\//.test(file);

/** Fields that a type of this file, or of one it imports, declares to be safe. */
function safeFields({ files }, source) {
  const sources = [source, ...source.imports.flatMap(({ to }) => files.get(to) ?? [])];
  const declared = sources.flatMap((one) => one.nodes("TSPropertySignature"));
  return new Set(
    declared
      .filter(({ typeAnnotation }) => SAFE_TYPES.test(typeAnnotation?.typeAnnotation.typeName?.name ?? ""))
      .map(({ key }) => key.name),
  );
}

/** The expressions an element shows: its children, and attributes that are read. */
function shownBy(element) {
  const name = element.openingElement?.name.name;
  const children = name === "Untrusted" ? [] : element.children;
  const attributes = (element.openingElement?.attributes ?? []).filter(
    ({ type, name: attribute }) => type === "JSXAttribute" && SHOWN.has(nameOf(attribute)),
  );
  return [...children, ...attributes.map(({ value }) => value)]
    .filter((one) => one?.type === "JSXExpressionContainer")
    .map(({ expression }) => expression);
}

const nameOf = (attribute) => (attribute.type === "JSXIdentifier" ? attribute.name : "");

/** The first field that reaches the page as it is; null when none does. */
function bareField(node, fields) {
  switch (node?.type) {
    case "Identifier":
      return fields.has(node.name) ? node.name : null;
    case "ChainExpression":
    case "TSNonNullExpression":
      return bareField(node.expression, fields);
    case "MemberExpression":
      return ofMember(node, fields);
    case "TemplateLiteral":
      return first(node.expressions, fields);
    case "LogicalExpression":
      return first(node.operator === "&&" ? [node.right] : [node.left, node.right], fields);
    case "ConditionalExpression":
      return first([node.consequent, node.alternate], fields);
    case "BinaryExpression":
      return node.operator === "+" ? first([node.left, node.right], fields) : null;
    case "CallExpression":
      return ofCall(node, fields);
    default:
      return null;
  }
}

/** Tables of our own words are written in capitals. */
function ofMember({ computed, object, property }, fields) {
  const isOurs = object.type === "Identifier" && /^[A-Z_]+$/.test(object.name);
  return !computed && !isOurs && fields.has(property.name) ? property.name : null;
}

/** A method of a text gives text again; a function that makes words of it does too. */
function ofCall({ callee, arguments: given }, fields) {
  if (callee.type === "Identifier" && SAFE_CALLS.test(callee.name)) return null;
  const isTextMethod = callee.type === "MemberExpression" && TEXT_METHODS.test(callee.property.name);
  return (isTextMethod ? bareField(callee.object, fields) : null) ?? first(given, fields);
}

const first = (nodes, fields) =>
  nodes.map((node) => bareField(node, fields)).find((field) => field !== null) ?? null;
