import type { ReactNode } from "react";
import type { ButtonSize, ButtonVariant } from "./button-look";
import { Icon, type IconName } from "./icon";
import { Kbd } from "./kbd";

export type ButtonWords = {
  variant?: ButtonVariant;
  /** All but `sm` are at least 48 px high on phones. */
  size?: ButtonSize;
  icon?: IconName;
  /** The key with the same action, shown from 1024 px. */
  keyHint?: string;
  children?: ReactNode;
};

/** The content of a button: icon, words, key. */
export function ButtonFace({ icon, keyHint, variant, children }: ButtonWords) {
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
