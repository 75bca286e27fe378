import type { ComponentProps } from "react";
import { ButtonFace, type ButtonWords } from "./button-face";
import { buttonLook, iconButtonLook } from "./button-look";
import { Icon, type IconName } from "./icon";
import { Spinner } from "./spinner";

export type ButtonProps = ButtonWords &
  ComponentProps<"button"> & {
    /** Shows a pending action and disables the button. */
    pending?: boolean;
    /** The label meanwhile, for example "Recording…". */
    pendingLabel?: string;
  };

/** A button with a label. */
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
      className={buttonLook(variant, size, className)}
      {...rest}
    >
      {pending ? (
        <>
          <Spinner />
          {pendingLabel ?? children}
        </>
      ) : (
        <ButtonFace icon={icon} keyHint={keyHint} variant={variant}>
          {children}
        </ButtonFace>
      )}
    </button>
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
      className={iconButtonLook(variant, size, className)}
      {...rest}
    >
      <Icon name={icon} size={size === "sm" ? 14 : 16} />
    </button>
  );
}
