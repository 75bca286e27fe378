"use client";

import { useEffect, useRef } from "react";
import { counted } from "@/components/words/counts";
import { Button } from "../button";
import { Popover } from "../popover";
import { type ExportState, useExport } from "./use-export";

type File = {
  href: string;
  label: string;
  /** The noun of a row, singular and plural. */
  rows: [one: string, many: string];
};

/**
 * Downloads the rows as files, authenticated by the browser's session. Saves only complete files:
 * cancelled or failed downloads leave nothing.
 */
export function ExportMenu({
  id,
  label,
  note,
  files,
  total = null,
}: {
  id: string;
  label: string;
  note: string;
  files: readonly File[];
  /** How many rows a file will have, if that is known. */
  total?: number | null;
}) {
  const { state, start, cancel } = useExport();
  const running = state.is === "running";
  const rows = useRef<File["rows"]>(["row", "rows"]);
  useEffect(() => {
    if (!running) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [running]);
  return (
    <>
      <Button type="button" size="sm" popoverTarget={id} className="tnum">
        {running ? `Downloading ${state.rows.toLocaleString("en")}…` : label}
      </Button>
      <Popover id={id} label={label}>
        <ul>
          {files.map((file) => (
            <li key={file.href}>
              <a
                href={file.href}
                download
                aria-disabled={running || undefined}
                onClick={(event) => {
                  event.preventDefault();
                  if (running) return;
                  rows.current = file.rows;
                  void start(file.href);
                }}
                className="flex min-h-8 items-center rounded-chip px-2.5 text-sm hover:bg-sunken aria-disabled:text-fg-subtle max-sm:min-h-12"
              >
                {file.label}
              </a>
            </li>
          ))}
        </ul>
        <div role="status" className="max-w-64 px-2.5 text-sm empty:hidden">
          <Progress state={state} rows={rows.current} total={total} />
        </div>
        {running && total !== null && (
          <progress
            aria-label="Rows downloaded"
            value={state.rows}
            max={Math.max(1, total, state.rows)}
            className="mx-2.5 mt-1.5 block h-1.5 w-60 accent-accent"
          />
        )}
        {running && (
          <div className="px-2.5 pt-1.5 pb-1">
            <Button size="sm" onClick={cancel}>
              Cancel
            </Button>
          </div>
        )}
        <p className="max-w-64 px-2.5 pt-1 pb-1.5 text-fg-muted text-xs">{note}</p>
      </Popover>
    </>
  );
}

const MEBIBYTE = 1024 * 1024;

function sizeWords(bytes: number): string {
  return bytes < MEBIBYTE
    ? `${Math.ceil(bytes / 1024).toLocaleString("en")} KiB`
    : `${(bytes / MEBIBYTE).toLocaleString("en", { maximumFractionDigits: 1 })} MiB`;
}

type Far = { state: ExportState; rows: File["rows"]; total: number | null };

function Progress({ state, rows: [one, many], total }: Far) {
  if (state.is === "idle") return null;
  if (state.is === "refused") return `${state.message} Nothing was saved.`;
  const far = `${counted(state.rows, one, many)}, ${sizeWords(state.bytes)}`;
  switch (state.is) {
    case "running":
      return `${far} so far${total === null ? "" : ` of ${counted(total, one, many)}`}. The file is saved when it is whole; stay on this page until then.`;
    case "done":
      return `Saved: ${far}.`;
    case "cancelled":
      return `Cancelled after ${far}. Nothing was saved.`;
    case "failed":
      return `The connection ended after ${far}. Nothing was saved; try again, or download less at once.`;
  }
}
