import { classNames } from "./class-names";

export type ButtonVariant = "primary" | "outline" | "ghost";
export type ButtonSize = "sm" | "md" | "lg";

const BASE =
  "inline-flex items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap select-none " +
  "transition-colors duration-100 disabled:border-dashed disabled:border-border-strong disabled:bg-sunken " +
  "disabled:text-fg-subtle aria-disabled:border-dashed aria-disabled:border-border-strong aria-disabled:bg-sunken " +
  "aria-disabled:text-fg-subtle";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent text-accent-fg enabled:hover:bg-accent-hover",
  outline: "border-border bg-surface text-fg enabled:hover:border-border-strong enabled:hover:bg-sunken",
  ghost: "border-transparent bg-transparent text-fg-muted enabled:hover:bg-selected enabled:hover:text-fg",
};

const LINK_HOVER: Record<ButtonVariant, string> = {
  primary: "hover:bg-accent-hover",
  outline: "hover:border-border-strong hover:bg-sunken",
  ghost: "hover:bg-selected hover:text-fg",
};

const SQUARES: Record<ButtonSize, string> = {
  sm: "size-6 max-sm:size-11",
  md: "size-(--control) max-sm:size-12",
  lg: "size-9 max-sm:size-12",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-7 px-2 py-0.5 text-xs max-sm:min-h-11 max-sm:px-3 max-sm:text-sm",
  md: "min-h-(--control) px-3 py-0.5 text-sm max-sm:min-h-12 max-sm:px-4 max-sm:text-base",
  lg: "min-h-9 px-3 py-1.5 text-sm max-sm:min-h-12 max-sm:px-4 max-sm:text-base",
};

/** The class names of a button; on its own so that a page which shows only a button loads nothing else. */
export function buttonLook(
  variant: ButtonVariant = "outline",
  size: ButtonSize = "md",
  className?: string,
): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size], className);
}

/** The same for a link that looks like a button. */
export function buttonLinkLook(
  variant: ButtonVariant = "outline",
  size?: ButtonSize,
  className?: string,
): string {
  return classNames(buttonLook(variant, size, className), LINK_HOVER[variant]);
}

/** A square button. */
export function iconButtonLook(
  variant: ButtonVariant = "ghost",
  size: ButtonSize = "md",
  className?: string,
): string {
  return classNames(BASE, VARIANTS[variant], SQUARES[size], className);
}
