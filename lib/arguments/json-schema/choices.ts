import { type Applicator, broken, FITS, fits, merged, type Outcome, surelyFits } from "./outcome";
import { listIn, textIn } from "./values";

const FITS_NONE = "Fits none of the shapes the tool allows.";

const allOf: Applicator = (rule, site, judge) =>
  merged(listIn(rule, "allOf").map((schema) => judge.apply(schema, site)));

const anyOf: Applicator = (rule, site, judge) => {
  const fitting = listIn(rule, "anyOf")
    .map((schema) => judge.apply(schema, site))
    .filter(fits);
  // One certain match decides, even if others are unsure.
  const sure = fitting.some((outcome) => !outcome.unsure);
  if (fitting.length === 0) return broken({ pointer: site.pointer, message: FITS_NONE });
  return sure ? { ...merged(fitting), unsure: false } : merged(fitting);
};

const oneOf: Applicator = (rule, site, judge) => {
  const outcomes = listIn(rule, "oneOf").map((schema) => judge.apply(schema, site));
  const [first, second] = outcomes.filter(surelyFits);
  if (first && !second) return first;
  const message = first ? "Fits several shapes of which the tool allows only one." : FITS_NONE;
  return broken({ pointer: site.pointer, message });
};

const not: Applicator = (rule, site, judge) =>
  surelyFits(judge.apply(rule, site))
    ? broken({ pointer: site.pointer, message: "The tool's definition rules this value out." })
    : FITS;

const condition: Applicator = (rule, site, judge) => {
  const premise = judge.apply(rule, site);
  const branch = site.rules.get(surelyFits(premise) ? "then" : "else");
  const consequence = branch ? judge.apply(branch, site) : FITS;
  return fits(premise) ? merged([premise, consequence]) : consequence;
};

const reference: Applicator = (rule, site, judge) =>
  judge.applyReferred(judge.resolve(textIn(rule, "$ref"), site.home).target, site);

/** 2020-12: an anchor that outer schemas can override. */
const dynamicReference: Applicator = (rule, site, judge) => {
  const { target, fragment } = judge.resolve(textIn(rule, "$dynamicRef"), site.home);
  const outer = site.scope.find((resource) => resource.dynamicAnchors.has(fragment));
  const isDynamic = judge.homeOf(target).dynamicAnchors.get(fragment) === target;
  return judge.applyReferred((isDynamic && outer?.dynamicAnchors.get(fragment)) || target, site);
};

/** 2019-09: the whole schema, or the outermost one that allows such extension. */
const recursiveReference: Applicator = (rule, site, judge): Outcome => {
  const { target } = judge.resolve(textIn(rule, "$recursiveRef"), site.home);
  const home = judge.homeOf(target);
  const outer = home.recursive && home.root === target && site.scope.find((resource) => resource.recursive);
  return judge.applyReferred(outer ? outer.root : target, site);
};

export const CHOICE_RULES: ReadonlyMap<string, Applicator> = new Map<string, Applicator>([
  ["$ref", reference],
  ["$dynamicRef", dynamicReference],
  ["$recursiveRef", recursiveReference],
  ["allOf", allOf],
  ["anyOf", anyOf],
  ["oneOf", oneOf],
  ["not", not],
  ["if", condition],
]);
