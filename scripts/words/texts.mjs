// Finds the texts of a source that people or agents can read, in source order.
import { flattened, isText, joined, NOT_WORDS, nameOf, saysSomething } from "./joined.mjs";
import {
  CLASSES,
  COMPARING,
  COMPARISONS,
  KEYED,
  PRINTING,
  SAID,
  SETS,
  UNSAID,
  UNSAID_MEMBERS,
} from "./places.mjs";
import { isClassList, isCode, isPhrase, isProse, isRead } from "./prose.mjs";

const TYPED_VALUES = new Set(
  "TSAsExpression TSSatisfiesExpression TSNonNullExpression TSInstantiationExpression".split(" "),
);

/**
 * How to treat a text: `prose` if it reads like words; `phrase` in a set, if it has several words;
 * `read` in a shown place; `all` in a table of words, including nested values; `returns` in a
 * function whose result is shown; `skip` never.
 * @typedef {"prose" | "phrase" | "read" | "all" | "returns" | "skip"} Mode
 * @typedef {{ line: number, text: string }} Text
 */

/**
 * @param {import("../layers/read.mjs").Source} source
 * @returns {Text[]}
 */
export function textsOf(source) {
  const state = { found: new Map(), shown: new Set(), asked: new Set(), declared: declaredIn(source) };
  visit(state, source.body, /^components\/(?:words|copy)\//.test(source.file) ? "all" : "prose");
  return [...state.found]
    .filter(([node]) => !state.shown.has(node))
    .map(([, found]) => found)
    .sort((a, b) => a.at - b.at)
    .map(({ at, text }) => ({ line: source.lineAt(at), text: text.trim().replace(/\s+/g, " ") }));
}

/** Variables and functions by name, to find texts shown through a name. */
function declaredIn(source) {
  const found = new Map();
  for (const node of source.nodes("VariableDeclarator")) if (node.init) found.set(node.id.name, node.init);
  for (const node of source.nodes("FunctionDeclaration")) found.set(node.id?.name, node);
  return found;
}

function visit(state, node, mode) {
  if (Array.isArray(node)) for (const one of node) visit(state, one, mode);
  if (typeof node?.type !== "string" || /^(?:Import|ExportAll)/.test(node.type)) return;
  if (isText(node)) say(state, node, mode);
  else if (VISITS[node.type]) VISITS[node.type](state, node, mode);
  else if (TYPED_VALUES.has(node.type)) visit(state, node.expression, mode);
  else if (!node.type.startsWith("TS") || node.type.startsWith("TSEnum")) visitWithin(state, node, mode);
}

function visitWithin(state, node, mode) {
  for (const key in node) {
    const value = node[key];
    if (value && typeof value === "object") visit(state, value, mode);
  }
}

const TAKES = {
  prose: isProse,
  phrase: isPhrase,
  returns: isProse,
  skip: () => false,
  read: (text) => isRead(text) && !isClassList(text),
  all: (text) => isRead(text) && !isClassList(text),
};

function say(state, node, mode) {
  const shown = [];
  const text = joined(node, (piece) => shown.push(piece));
  const taken = TAKES[mode](text);
  if (taken) {
    state.found.set(node, { at: node.start, text });
    for (const piece of shown) if (piece !== node) state.shown.add(piece);
  }
  const inner = mode === "skip" ? "skip" : taken || mode === "all" ? mode : "prose";
  for (const one of node.expressions ?? [node.left, node.right]) visit(state, one, inner);
}

/** Marks a name's value or result as shown. */
function ask(state, name) {
  const made = state.declared.get(name);
  if (!made || state.asked.has(made)) return;
  state.asked.add(made);
  visit(state, made, "read");
}

const isShown = (mode) => mode === "read" || mode === "all";
// Parts of something shown are checked separately, except in a table of words.
const within = (mode) => (mode === "all" || mode === "skip" ? mode : "prose");

const VISITS = {
  Identifier: (state, { name }, mode) => isShown(mode) && ask(state, name),
  MemberExpression(state, { object, property, computed }, mode) {
    visit(state, object, isShown(mode) ? mode : within(mode));
    if (computed && !isText(property)) visit(state, property, within(mode));
  },
  BinaryExpression(state, { operator, left, right }, mode) {
    for (const side of [left, right])
      if (!COMPARISONS.has(operator) || !isText(side)) visit(state, side, within(mode));
  },
  ConditionalExpression(state, { test, consequent, alternate }, mode) {
    visit(state, test, within(mode));
    visit(state, [consequent, alternate], mode);
  },
  LogicalExpression(state, { operator, left, right }, mode) {
    visit(state, left, operator === "&&" ? within(mode) : mode);
    visit(state, right, mode);
  },
  SwitchCase(state, { test, consequent }, mode) {
    if (!isText(test)) visit(state, test, within(mode));
    visit(state, consequent, mode);
  },
  ExpressionStatement(state, { directive, expression }, mode) {
    if (!directive) visit(state, expression, mode === "all" ? mode : "prose");
  },
  ReturnStatement(state, { argument }, mode) {
    visit(state, argument, mode === "returns" ? "read" : mode);
  },
  VariableDeclarator(state, { id, init }, mode) {
    visit(state, id, within(mode));
    visit(state, init, CLASSES.test(id.name ?? "") ? "skip" : within(mode));
  },
  FunctionDeclaration: visitFunction,
  FunctionExpression: visitFunction,
  ArrowFunctionExpression: visitFunction,
  ObjectExpression(state, { properties }, mode) {
    // Next to a text, a name is a heading.
    const isHeading = properties.some(({ key, value }) => SAID.has(nameOf(key)) && isText(value));
    for (const one of properties)
      if (isHeading && nameOf(one.key) === "name" && mode !== "skip") visit(state, one.value, "read");
      else visit(state, one, mode);
  },
  Property: visitMember,
  PropertyDefinition: visitMember,
  CallExpression: visitCall,
  NewExpression: visitCall,
  TaggedTemplateExpression: (state, { quasi }, mode) => visit(state, quasi.expressions, within(mode)),
  JSXElement: visitElement,
  JSXFragment: visitElement,
  JSXAttribute(state, { name, value }, mode) {
    if (CLASSES.test(nameOf(name)) || UNSAID.has(nameOf(name))) visit(state, value, "skip");
    else visit(state, value, SAID.has(nameOf(name)) ? "read" : within(mode));
  },
  // Adjacent texts are joined already; this one is alone.
  JSXText: () => {},
};

function visitFunction(state, { params, body }, mode) {
  visit(state, params, within(mode));
  if (mode === "all") visit(state, body, "all");
  else if (body?.type !== "BlockStatement") visit(state, body, mode === "returns" ? "prose" : mode);
  else visit(state, body, mode === "read" ? "returns" : within(mode));
}

function visitMember(state, { key, value, computed }, mode) {
  if (computed) visit(state, key, within(mode));
  const name = nameOf(key);
  const isSkipped = UNSAID_MEMBERS.has(name) || (name !== "class" && CLASSES.test(name));
  if (isSkipped) visit(state, value, "skip");
  else visit(state, value, SAID.has(name) && mode !== "skip" ? "read" : mode);
}

function visitCall(state, { type, callee, arguments: given }, mode) {
  const name = callee.name ?? callee.property?.name ?? "";
  if (callee.type === "MemberExpression") visit(state, callee, name === "split" ? "skip" : within(mode));
  else if (callee.type !== "Identifier") visit(state, callee, mode);
  else if (isShown(mode)) ask(state, name);
  if (name === "table") visit(state, given[0], "read");
  if (COMPARING.has(name)) visit(state, given, "skip");
  else if (
    name === "invalid" ||
    (type === "NewExpression" && name.endsWith("Error")) ||
    isPrinting(callee, given)
  )
    for (const one of given) visit(state, one, isMessage(one, given) ? "read" : within(mode));
  else if (KEYED.has(name)) {
    visit(state, given[0], isText(given[0]) ? "skip" : within(mode));
    visit(state, given.slice(1), within(mode));
  } else visit(state, given, modeOfGiven(name, given, mode));
}

/** Mode of a call's arguments in a shown place: one text is often a key, two are alternatives. */
function modeOfGiven(name, given, mode) {
  if (SETS.has(name)) return "phrase";
  return mode === "read" && given.some(isText) && given.filter(isText).length < 2 ? "prose" : mode;
}

/** Prints or joins words; `path.join` does not. */
const isPrinting = ({ name, property, object }, given) =>
  PRINTING.has(name ?? property?.name) && !(object?.name === "path") && given.length > 0;

/** Next to a message are codes and pointers. */
const isMessage = (one, given) =>
  isText(one) && !isCode(joined(one)) && (/\s/.test(joined(one)) || given.filter(isText).length === 1);

function visitElement(state, node, mode) {
  const { openingElement: opening, children } = node;
  visit(state, opening?.attributes ?? [], within(mode));
  const isWords = !NOT_WORDS.has(nameOf(opening?.name));
  if (isWords && saysSomething(node) && !state.shown.has(node)) {
    const shown = [];
    const text = flattened(children, (piece) => shown.push(piece));
    const first = children.find(({ type, value }) => type !== "JSXText" || value.trim() !== "");
    const at = first.start + (first.type === "JSXText" ? first.value.search(/\S/) : 0);
    if (isRead(text)) state.found.set(node, { at, text });
    for (const piece of shown) state.shown.add(piece);
  }
  for (const child of children)
    if (child.type === "JSXExpressionContainer") visit(state, child.expression, isWords ? "read" : "skip");
    else visit(state, child, within(mode));
}
