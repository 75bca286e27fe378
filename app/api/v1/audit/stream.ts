import { wireCall } from "@/lib/calls/answer/rules";
import { csvHeader, csvLine, type ExportFormat, ndjsonLine } from "@/lib/calls/export/rules";
import type { CallRow } from "@/lib/calls/schema";

const TYPES: Record<ExportFormat, string> = {
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

/**
 * A download that reads on as fast as its reader takes it. The first step is read before the answer starts, so that what can be
 * refused is refused with a problem document.
 */
export async function streamCalls(steps: AsyncGenerator<CallRow[]>, format: ExportFormat): Promise<Response> {
  const encoder = new TextEncoder();
  const line = format === "csv" ? csvLine : ndjsonLine;
  const encode = (rows: readonly CallRow[]) =>
    encoder.encode(rows.map((row) => line(wireCall(row))).join(""));
  const first = await steps.next();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      if (format === "csv") controller.enqueue(encoder.encode(csvHeader()));
      if (first.done) controller.close();
      else if (first.value.length > 0) controller.enqueue(encode(first.value));
    },
    async pull(controller) {
      const step = await steps.next();
      if (step.done) controller.close();
      // An empty chunk would not ask for more.
      else if (step.value.length > 0) controller.enqueue(encode(step.value));
      else controller.close();
    },
    async cancel() {
      await steps.return(undefined);
    },
  });
  return new Response(stream, {
    headers: {
      "content-type": TYPES[format],
      "content-disposition": `attachment; filename="calls.${format}"`,
      vary: "Accept",
    },
  });
}
