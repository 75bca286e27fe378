import { csvHeader, csvLine, type ExportFormat, exportFileName, ndjsonLine } from "@/lib/core/export";
import type { AnswerHeader } from "./headers";

export const EXPORT_HEADERS: readonly AnswerHeader[] = ["Content-Disposition", "X-Export-As-Of", "Vary"];

const TYPES: Record<ExportFormat, string> = {
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

type Download<T extends object> = {
  /** In steps, so that memory stays constant. */
  steps: AsyncGenerator<readonly T[]>;
  columns: readonly (keyof T & string)[];
  format: ExportFormat;
  what: string;
  tenant: string | undefined;
  /** Time of the request; later rows are not included. */
  asOf: Date;
};

/**
 * A download with backpressure. The first step runs before the answer starts, so that errors still
 * become problem documents.
 */
export async function downloadRecords<T extends object>(download: Download<T>): Promise<Response> {
  const { steps, columns, format, what, tenant, asOf } = download;
  const encoder = new TextEncoder();
  const line = (record: T) => (format === "csv" ? csvLine(columns, record) : ndjsonLine(record));
  const encode = (records: readonly T[]) => encoder.encode(records.map(line).join(""));
  const first = await steps.next();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      if (format === "csv") controller.enqueue(encoder.encode(csvHeader(columns)));
      if (first.done) controller.close();
      else if (first.value.length > 0) controller.enqueue(encode(first.value));
    },
    async pull(controller) {
      let step = await steps.next();
      // An empty chunk would not trigger the next read, and ending here would make a part look
      // complete.
      while (!step.done && step.value.length === 0) step = await steps.next();
      if (step.done) controller.close();
      else controller.enqueue(encode(step.value));
    },
    async cancel() {
      await steps.return(undefined);
    },
  });
  return new Response(stream, {
    headers: {
      "content-type": TYPES[format],
      "content-disposition": `attachment; filename="${exportFileName(what, tenant, asOf, format)}"`,
      "x-export-as-of": asOf.toISOString(),
      vary: "Accept",
    },
  });
}
