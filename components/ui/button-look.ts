import { classNames } from "./class-names";

export type ButtonVariant = "primary" | "outline" | "ghost";
export type ButtonSize = "sm" | "md" | "lg";

// What the classes stand for is written once, in globals.css: a page holds dozens of buttons.

/** The class names of a button; on its own so that a page which shows only a button loads nothing else. */
export function buttonLook(
  variant: ButtonVariant = "outline",
  size: ButtonSize = "md",
  className?: string,
): string {
  return classNames(`btn btn-${variant} btn-${size}`, className);
}

/** The same for a link that looks like a button. */
export function buttonLinkLook(
  variant: ButtonVariant = "outline",
  size?: ButtonSize,
  className?: string,
): string {
  return buttonLook(variant, size, classNames("btn-link", className));
}

/** A square button. */
export function iconButtonLook(
  variant: ButtonVariant = "ghost",
  size: ButtonSize = "md",
  className?: string,
): string {
  return classNames(`btn btn-${variant} btn-square-${size}`, className);
}
