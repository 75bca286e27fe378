import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon, type IconName } from "./icon";
import { Kbd } from "./kbd";
import { Spinner } from "./spinner";

export type ButtonVariant = "primary" | "outline" | "ghost";
export type ButtonSize = "sm" | "md" | "lg";

type Look = {
  variant?: ButtonVariant;
  /** All but `sm` are at least 48 px high on phones. */
  size?: ButtonSize;
  icon?: IconName;
  /** The key that does the same, shown from 1024 px on. */
  keyHint?: string;
  children?: ReactNode;
};

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

const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-7 px-2 py-0.5 text-xs",
  md: "min-h-8 px-3 py-1 text-sm max-sm:min-h-12 max-sm:px-4 max-sm:text-base",
  lg: "min-h-9 px-3 py-1.5 text-sm max-sm:min-h-12 max-sm:px-4 max-sm:text-base",
};

function lookOf({ variant = "outline", size = "md" }: Look, className: string | undefined): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size], className);
}

function Face({ icon, keyHint, variant, children }: Look) {
  return (
    <>
      {icon && <Icon name={icon} size={14} />}
      {children}
      {keyHint && (
        <span className="ml-0.5 hidden lg:inline">
          <Kbd onFill={variant === "primary"}>{keyHint}</Kbd>
        </span>
      )}
    </>
  );
}

export type ButtonProps = Look &
  ComponentProps<"button"> & {
    /** Shows that the act is under way; the button cannot be used meanwhile. */
    pending?: boolean;
    /** What it says meanwhile, for example "Recording…". */
    pendingLabel?: string;
  };

/** A button that names its act. */
export function Button({
  variant,
  size,
  icon,
  keyHint,
  pending = false,
  pendingLabel,
  className,
  children,
  type = "button",
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={lookOf({ variant, size }, className)}
      {...rest}
    >
      {pending ? (
        <>
          <Spinner />
          {pendingLabel ?? children}
        </>
      ) : (
        <Face icon={icon} keyHint={keyHint} variant={variant}>
          {children}
        </Face>
      )}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere and changes nothing. */
export function ButtonLink({
  variant = "outline",
  size,
  icon,
  keyHint,
  className,
  children,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link className={classNames(lookOf({ variant, size }, className), LINK_HOVER[variant])} {...rest}>
      <Face icon={icon} keyHint={keyHint} variant={variant}>
        {children}
      </Face>
    </Link>
  );
}

/** A square button with an icon only; `label` is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  size = "md",
  variant = "ghost",
  className,
  type = "button",
  ...rest
}: Omit<ButtonProps, "children" | "keyHint" | "pendingLabel" | "pending"> & {
  icon: IconName;
  label: string;
}) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        BASE,
        VARIANTS[variant],
        size === "sm" ? "size-6" : size === "md" ? "size-8" : "size-9 max-sm:size-12",
        className,
      )}
      {...rest}
    >
      <Icon name={icon} size={size === "sm" ? 14 : 16} />
    </button>
  );
}
