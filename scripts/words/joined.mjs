// Joins text split in the source: templates, concatenations, and children of an element.
import { isRead } from "./prose.mjs";

/** Placeholder for values known only at run time. */
const SLOT = "{…}";
// Elements with a key or code: no text by themselves, but part of the sentence around them.
export const NOT_WORDS = new Set(["Code", "Kbd", "code", "kbd", "pre", "samp"]);

export const isText = (node) =>
  node?.type === "TemplateLiteral" ||
  (node?.type === "Literal" && typeof node.value === "string") ||
  isSum(node);

/** `a + b` with a string somewhere. */
const isSum = (node) =>
  node?.type === "BinaryExpression" && node.operator === "+" && (isText(node.left) || isText(node.right));

export function nameOf(node) {
  if (node?.type === "JSXNamespacedName") return `${node.namespace.name}:${node.name.name}`;
  if (node?.type === "JSXMemberExpression") return node.property.name;
  return node?.name ?? (typeof node?.value === "string" ? node.value : "");
}

/**
 * The text of an expression, with slots for unknown parts.
 * @param {(node: any) => void} [use] called for every piece shown in it
 */
export function joined(node, use = () => {}) {
  use(node);
  if (node.type === "Literal") return node.value;
  if (node.type === "TemplateLiteral")
    return node.quasis
      .map(
        ({ value }, at) =>
          value.cooked + (at < node.expressions.length ? slot(node.expressions[at], use) : ""),
      )
      .join("");
  return [node.left, node.right].map((side) => (isText(side) ? joined(side, use) : slot(side, use))).join("");
}

/** Possible texts of a slot, as far as the source shows: `{row | rows}`. */
function slot(node, use) {
  if (node.type === "Literal" && typeof node.value !== "string") return String(node.value);
  if (node.type === "Literal") return joined(node, use);
  const said = choices(node).map((one) => (one === null ? "…" : joined(one, use).trim()));
  return between(said);
}

/**
 * Texts an expression chooses from, by a condition or a function's arguments; null for an unknown
 * one.
 */
function choices(node) {
  if (isText(node)) return isRead(joined(node)) ? [node] : [];
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate].flatMap(choices);
  if (node.type === "LogicalExpression")
    return (node.operator === "&&" ? [node.right] : [node.left, node.right]).flatMap(choices);
  if (node.type === "Literal" || (node.type === "Identifier" && node.name === "undefined")) return [];
  const given = node.type === "CallExpression" ? node.arguments.filter(isText) : [];
  return given.length > 1 && node.callee.type === "Identifier" ? given : [null];
}

function between(said) {
  const all = [...new Set(said.map((one) => one.replace(/^\{(.*)\}$/, "$1")).filter((one) => one !== ""))];
  return all.length > 0 ? `{${all.join(" | ")}}` : SLOT;
}

/** Whether an element itself has text, not only in child elements. */
export const saysSomething = ({ children }) =>
  children.some(
    (child) =>
      (child.type === "JSXText" && /\p{L}/u.test(child.value)) ||
      (child.type === "JSXExpressionContainer" &&
        isText(child.expression) &&
        isRead(joined(child.expression))),
  );

/** The sentence of an element, including child elements. */
export function flattened(children, use) {
  return children.map((child) => piece(child, use)).join("");
}

function piece(child, use) {
  switch (child?.type) {
    case "JSXText":
      use(child);
      return /^\s*\n\s*$/.test(child.value) ? "" : child.value;
    case "JSXExpressionContainer":
      return expressionPiece(child.expression, use);
    case "JSXFragment":
      return flattened(child.children, use);
    case "JSXElement":
      return elementPiece(child, use);
    default:
      return "";
  }
}

function elementPiece(element, use) {
  const name = nameOf(element.openingElement.name);
  use(element);
  if (element.children.length > 0) return flattened(element.children, use);
  if (name === "br") return " ";
  return /^\p{Lu}/u.test(name) && name !== "Icon" ? SLOT : "";
}

function expressionPiece(node, use) {
  if (node.type === "JSXEmptyExpression" || node.value === null) return "";
  if (isText(node)) return joined(node, use);
  if (node.type === "ConditionalExpression" || node.type === "LogicalExpression") {
    const sides =
      node.operator === "&&" ? [node.right] : [node.consequent ?? node.left, node.alternate ?? node.right];
    return between(sides.map((side) => (/^JSX/.test(side.type) ? piece(side, use) : slot(side, use)).trim()));
  }
  return slot(node, use);
}
