import { parseAst } from "rolldown/parseAst";

/** @typedef {import("./read.mjs").Source} Source */

// Properties of parts whose text people read.
const SAID = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "aria-valuetext",
  "caption",
  "confirm",
  "description",
  "done",
  "hint",
  "label",
  "lead",
  "legend",
  "note",
  "pendingLabel",
  "placeholder",
  "submit",
  "suffix",
  "text",
  "title",
]);
const LETTER = /\p{L}/u;
// Members of the objects that parts take, with names that are used for nothing else.
const SAID_IN_OBJECTS = new Set(["description", "hint", "label", "legend", "placeholder", "title"]);
// What stands in these is a key or code.
const NO_WORDS = new Set(["Code", "Kbd", "code", "kbd"]);
// One letter between braces is a sign; two are a word.
const WORD = /\p{L}{2,}/u;

/** Words in our voice stand in components/copy only, so that one reader can hold them to one tone. */
export function wordsInOnePlace(sources) {
  return sources
    .filter(({ file, isTest }) => /^(app|components)\/.*\.tsx$/.test(file) && !isTest)
    .filter(({ file }) => !file.startsWith("components/copy/"))
    .flatMap((source) =>
      literalsOf(source).map(
        ({ at, text }) =>
          `${source.file}:${lineOf(source.text, at)}: says ${JSON.stringify(short(text))}; words live in components/copy`,
      ),
    );
}

const lineOf = (text, offset) => text.slice(0, offset).split("\n").length;
const short = (text) => text.trim().replace(/\s+/g, " ").slice(0, 40);

function literalsOf({ text }) {
  const found = [];
  visit(parseAst(text, { lang: "tsx" }), (node) => {
    if (node.type === "JSXAttribute" && node.value && SAID.has(nameOf(node.name)))
      found.push(...saidBy(node.value));
    if (node.type === "Property" && SAID_IN_OBJECTS.has(nameOf(node.key))) found.push(...saidBy(node.value));
    if (node.type === "JSXFragment") found.push(...node.children.flatMap(saidBetween));
    if (node.type === "JSXElement" && !NO_WORDS.has(nameOf(node.openingElement.name)))
      found.push(...node.children.flatMap(saidBetween));
  });
  return found;
}

/** What a child of an element says by itself. */
function saidBetween(child) {
  if (child.type === "JSXText")
    return LETTER.test(child.value) ? [{ at: child.start, text: child.value }] : [];
  return child.type === "JSXExpressionContainer" ? saidBy(child) : [];
}

const nameOf = (node) =>
  node.type === "JSXNamespacedName" ? `${node.namespace.name}:${node.name.name}` : (node.name ?? node.value);

/** The texts an expression may come to: itself, the branches of a choice, the fixed parts of a template. */
function saidBy(node) {
  switch (node?.type) {
    case "JSXExpressionContainer":
      return saidBy(node.expression);
    case "Literal":
      return typeof node.value === "string" && isWords(node.value)
        ? [{ at: node.start, text: node.value }]
        : [];
    case "TemplateLiteral":
      return node.quasis
        .filter(({ value }) => isWords(value.cooked ?? ""))
        .map((part) => ({ at: part.start, text: part.value.cooked }));
    case "ConditionalExpression":
      return [...saidBy(node.consequent), ...saidBy(node.alternate)];
    case "LogicalExpression":
      return [...saidBy(node.left), ...saidBy(node.right)];
    default:
      return [];
  }
}

// Addresses are no words.
const isWords = (text) => WORD.test(text) && !/^(\/|https?:)/.test(text);

function visit(node, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  else if (node && typeof node === "object") {
    if (typeof node.type === "string") see(node);
    for (const value of Object.values(node)) if (value && typeof value === "object") visit(value, see);
  }
}
