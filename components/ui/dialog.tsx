"use client";

import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./button";
import { classNames } from "./class-names";
import { pressInDialog } from "./dialog-keys";

export type DialogProps = {
  open: boolean;
  /** Esc, the close button, or a press outside. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /**
   * Buttons. The first focusable control takes the focus unless another has `data-autofocus`
   * (Cancel, for high risk).
   */
  footer?: ReactNode;
  /**
   * `sheet` slides in from the left at full height; `palette` opens high up, so that its list grows
   * down.
   */
  kind?: "dialog" | "wide" | "sheet" | "palette";
  /** Set while an action is pending, which keeps the dialog open. */
  busy?: boolean;
};

const KINDS = {
  dialog: "m-auto w-[min(30rem,calc(100vw-2rem))] rounded-card border max-h-[calc(100dvh-2rem)]",
  wide: "m-auto w-[min(60rem,calc(100vw-2rem))] rounded-card border max-h-[calc(100dvh-2rem)]",
  palette:
    "mx-auto mt-[10dvh] mb-auto w-[min(40rem,calc(100vw-2rem))] rounded-card border max-h-[80dvh] max-sm:mt-4",
  sheet: "my-0 mr-auto ml-0 h-dvh max-h-dvh w-[min(18rem,85vw)] border-r",
};

/**
 * A modal native dialog: the browser traps the focus and returns it afterwards. Its keys are in
 * dialog-keys.ts; the palette has its own.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  onClose,
  title,
  description,
  children,
  footer,
  kind = "dialog",
  busy = false,
}: Omit<DialogProps, "open">) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // A layout effect ends before the element leaves the document: only then does close() return the
  // focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    // React consumes `autoFocus` and leaves no attribute for showModal().
    element.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => element.close();
  }, []);

  // A disabled button loses the focus to the page.
  useEffect(() => {
    if (busy && document.activeElement?.matches("dialog :disabled")) dialog.current?.focus();
  }, [busy]);

  const leave = () => {
    if (!busy) onClose();
  };

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) leave();
      }}
      onKeyDown={
        kind === "palette" ? undefined : (event) => pressInDialog(event.nativeEvent, event.currentTarget)
      }
      className={classNames(
        "overflow-hidden bg-surface p-0 text-start text-fg shadow-float outline-none",
        KINDS[kind],
      )}
    >
      <div className="flex max-h-[inherit] flex-col">
        <Head id={id} title={title} description={description} busy={busy} onClose={leave} />
        <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-3 pb-5">{children}</div>
        {footer && (
          <div className="flex flex-wrap justify-end gap-2 border-t border-border bg-bg px-5 py-3">
            {footer}
          </div>
        )}
      </div>
    </dialog>
  );
}

function Head({
  id,
  title,
  description,
  busy,
  onClose,
}: Pick<DialogProps, "title" | "description" | "busy" | "onClose"> & { id: string }) {
  return (
    <div className="flex items-start gap-3 px-5 pt-4">
      <div className="min-w-0 flex-1">
        <h2 id={`${id}-title`} className="text-lg font-bold text-balance">
          {title}
        </h2>
        {description && (
          <p id={`${id}-description`} className="mt-1 text-sm text-fg-muted">
            {description}
          </p>
        )}
      </div>
      <IconButton
        icon="x"
        label="Close"
        onClick={onClose}
        disabled={busy}
        className="-mt-1 -mr-2 max-sm:-mt-3 max-sm:-mr-3 max-sm:size-12"
      />
    </div>
  );
}
