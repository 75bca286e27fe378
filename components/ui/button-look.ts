import { classNames } from "./class-names";

export type ButtonVariant = "primary" | "outline" | "ghost";
export type ButtonSize = "sm" | "md" | "lg";

// globals.css defines these classes once, because a page has dozens of buttons.

/** The class names of a button. Separate, so that a page with one button loads nothing else. */
export function buttonLook(
  variant: ButtonVariant = "outline",
  size: ButtonSize = "md",
  className?: string,
): string {
  return classNames(`btn btn-${variant} btn-${size}`, className);
}

/** Class names of a link that looks like a button. */
export function buttonLinkLook(
  variant: ButtonVariant = "outline",
  size?: ButtonSize,
  className?: string,
): string {
  return buttonLook(variant, size, classNames("btn-link", className));
}

/** Class names of a square button. */
export function iconButtonLook(
  variant: ButtonVariant = "ghost",
  size: ButtonSize = "md",
  className?: string,
): string {
  return classNames(`btn btn-${variant} btn-square-${size}`, className);
}
