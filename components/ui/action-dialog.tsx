"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { ActionForm, type ActionFormProps } from "./action-form";
import { Button, type ButtonProps } from "./button";
import { Dialog, type DialogProps } from "./dialog";

type Done<T> = { ok: true } & T;

type Props<I, T extends object> = Omit<ActionFormProps<I, T>, "onDone" | "footer"> &
  Pick<DialogProps, "title" | "description"> & {
    /** The button that opens it; null if it is hidden, though a result may still be shown. */
    button: (ButtonProps & { "data-key"?: string }) | null;
    footer?: (close: () => void) => ReactNode;
    /** Replaces the form if another step comes first. */
    instead?: ReactNode;
    /** Replaces the form after success, such as a secret, until closed. */
    made?: (result: Done<T>, input: I) => Pick<DialogProps, "title" | "kind" | "children">;
    /** Instead of closing and refreshing; `close` does both. */
    onDone?: (result: Done<T>, input: I, close: () => void) => void;
  };

/** A button and a dialog with the form of a server action. */
export function ActionDialog<I, T extends object>({
  button,
  title,
  description,
  footer,
  instead,
  made,
  onDone,
  ...form
}: Props<I, T>) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<ReturnType<NonNullable<typeof made>> | null>(null);
  const leave = () => setOpen(false);
  const close = () => {
    leave();
    setShown(null);
    // Not earlier: refreshing under the dialog would move the page.
    router.refresh();
  };
  const action = async (input: I) => {
    const result = await form.action(input);
    if (!result.ok) return result;
    if (made) setShown(made(result, input));
    else if (onDone) onDone(result, input, close);
    else close();
    return result;
  };
  return (
    <>
      {button && (
        <Button
          {...button}
          onClick={(event) => {
            button.onClick?.(event);
            setOpen(true);
          }}
        />
      )}
      {shown ? (
        <Dialog
          key="made"
          {...shown}
          open={open}
          onClose={close}
          footer={
            <Button variant="primary" onClick={close} data-autofocus>
              Done
            </Button>
          }
        />
      ) : (
        <Dialog key="form" open={open} onClose={leave} title={title} description={description}>
          {instead || <ActionForm {...form} footer={footer?.(leave)} action={action} />}
        </Dialog>
      )}
    </>
  );
}
