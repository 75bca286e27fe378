/** The list's width in this browser, as a number of steps of 16 px. */
export const LIST_WIDTH_COOKIE = "list-width";

const STEP_PX = 16;

const LEAST_PX = 320;

const USUAL = 5;

// Full class names, because the security policy forbids style attributes and the first paint needs
// the width.
const CLASSES = [
  "lg:w-80",
  "lg:w-84",
  "lg:w-88",
  "lg:w-92",
  "lg:w-96",
  "lg:w-100",
  "lg:w-104",
  "lg:w-108",
  "lg:w-112",
  "lg:w-116",
  "lg:w-120",
  "lg:w-124",
  "lg:w-128",
  "lg:w-132",
  "lg:w-136",
  "lg:w-140",
  "lg:w-144",
  "lg:w-148",
  "lg:w-152",
  "lg:w-156",
  "lg:w-160",
] as const;

export const STEPS = { first: 0, usual: USUAL, last: CLASSES.length - 1 };

/** A step from a cookie or key, within bounds; invalid values give the default. */
export function boundedStep(step: number): number {
  if (!Number.isFinite(step)) return STEPS.usual;
  return Math.round(Math.min(Math.max(step, STEPS.first), STEPS.last));
}

export function stepAt(width: number): number {
  return boundedStep((width - LEAST_PX) / STEP_PX);
}

export function widthOf(step: number): number {
  return LEAST_PX + boundedStep(step) * STEP_PX;
}

export function widthClass(step: number): string {
  return CLASSES[boundedStep(step)] ?? "lg:w-100";
}
