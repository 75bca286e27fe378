"use client";

import { useEffect, useRef } from "react";
import type { Draft } from "./use-draft";

/** The part of a draft that its dialog needs. */
export type DialogDraft = Pick<Draft<object>, "restored" | "discard"> & { settle: () => void };

type State = { open: boolean; pending: boolean; failed: boolean; onClose: () => void };

/**
 * Settles the draft of a dialog that closes after it sent what was typed. A dialog that the person
 * closes keeps its draft.
 * @returns closes the dialog, for the person
 */
export function useDialogDraft(
  draft: DialogDraft | undefined,
  { open, pending, failed, onClose }: State,
): () => void {
  const sent = useRef(false);
  const settle = useRef(draft?.settle);
  settle.current = draft?.settle;
  useEffect(() => {
    if (open && pending) sent.current = true;
  }, [open, pending]);
  useEffect(() => {
    if (failed) sent.current = false;
  }, [failed]);
  useEffect(() => {
    if (!open) return;
    return () => {
      if (sent.current) settle.current?.();
      sent.current = false;
    };
  }, [open]);
  return () => {
    sent.current = false;
    onClose();
  };
}
