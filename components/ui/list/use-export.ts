"use client";

import { useEffect, useRef, useState } from "react";

/** The progress of a download. An incomplete file is never saved. */
export type ExportState =
  | { is: "idle" }
  | { is: "refused"; message: string }
  | { is: "running" | "done" | "cancelled" | "failed"; rows: number; bytes: number };

// Memory limit per part; the browser stores larger files on disk.
const PART_BYTES = 4 * 1024 * 1024;

// A faster update is unreadable.
const SHOWN_EVERY_MS = 200;

const LINE_END = 10;
const QUOTE = 34;

/** Downloads row files, one at a time, and reports progress. */
export function useExport(): {
  state: ExportState;
  start: (href: string) => Promise<void>;
  cancel: () => void;
} {
  const [state, setState] = useState<ExportState>({ is: "idle" });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async (href: string) => {
    const control = new AbortController();
    stop.current = control;
    const far = { rows: 0, bytes: 0 };
    setState({ is: "running", ...far });
    try {
      const answer = await fetch(href, { signal: control.signal });
      if (!answer.ok || !answer.body) return setState({ is: "refused", message: await refusalOf(answer) });
      const csv = answer.headers.get("content-type")?.includes("csv") ?? false;
      const parts = await partsOf(answer.body, csv, (rows, bytes) => {
        // The first line of a table is its header.
        far.rows = Math.max(0, csv ? rows - 1 : rows);
        far.bytes = bytes;
        setState({ is: "running", ...far });
      });
      save(new Blob(parts), nameOf(answer));
      setState({ is: "done", ...far });
    } catch {
      setState({ is: control.signal.aborted ? "cancelled" : "failed", ...far });
    }
  };
  return { state, start, cancel: () => stop.current?.abort() };
}

async function refusalOf(answer: Response): Promise<string> {
  const problem: unknown = await answer.json().catch(() => null);
  const { detail } = (problem ?? {}) as { detail?: unknown };
  return typeof detail === "string" ? detail : `The server answered ${answer.status}.`;
}

/** A whole file, in parts that the browser may store on disk. */
async function partsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  csv: boolean,
  tell: (rows: number, bytes: number) => void,
): Promise<Blob[]> {
  const parts: Blob[] = [];
  let [held, heldBytes, rows, bytes, told] = [[] as Uint8Array<ArrayBuffer>[], 0, 0, 0, 0];
  let quoted = false;
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const chunk = read.value;
    held.push(chunk);
    heldBytes += chunk.length;
    bytes += chunk.length;
    for (const byte of chunk) {
      // A quoted cell may contain line breaks.
      if (csv && byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_END && !quoted) rows += 1;
    }
    if (heldBytes >= PART_BYTES) {
      parts.push(new Blob(held));
      [held, heldBytes] = [[], 0];
    }
    if (performance.now() - told < SHOWN_EVERY_MS) continue;
    told = performance.now();
    tell(rows, bytes);
  }
  tell(rows, bytes);
  return [...parts, new Blob(held)];
}

function nameOf(answer: Response): string {
  return /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "export";
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
