import { viewerPreferences } from "@/components/shell/preferences";
import { publicRoute } from "@/lib/api/route";
import { requireUser } from "@/lib/auth/sessions/current";
import { exportFileName } from "@/lib/core/export";
import { refuse } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { exportCsv, exportLines } from "@/lib/insights/trail/export";
import { activityFilterOf } from "@/lib/insights/trail/filter";
import { trailList } from "@/lib/insights/trail/list";

const FORMS = {
  ndjson: { type: "application/x-ndjson; charset=utf-8", lines: exportLines },
  csv: { type: "text/csv; charset=utf-8; header=present", lines: exportCsv },
};

/** Streams the activity log as a file, at the reader's pace and in constant memory. */
export async function GET(request: Request): Promise<Response> {
  // Outside the error handler: it redirects people who are not signed in.
  const scope = await requireUser("/activity");
  return publicRoute(async () => ({ status: 200, response: await fileOf(scope, request) }))(request);
}

async function fileOf(scope: UserScope, request: Request): Promise<Response> {
  const params = Object.fromEntries(new URL(request.url).searchParams);
  const { zone } = await viewerPreferences();
  const { filter: address, problems } = trailList.parse(params);
  refuse(problems);
  const filter = activityFilterOf(address, zone);
  const format = params.format === "csv" ? "csv" : "ndjson";
  const { type, lines } = FORMS[format];
  const parts = lines(scope, filter);
  // Reads the first rows before the response starts, so that a failure is an error and not an empty
  // file.
  const first = [await parts.next(), await parts.next()];
  return new Response(streamOf(first, parts), {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${exportFileName("activity", filter.tenant, new Date(), format)}"`,
      "cache-control": "no-store",
    },
  });
}

function streamOf(
  first: IteratorResult<string>[],
  parts: AsyncGenerator<string>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const step = first.shift() ?? (await parts.next());
      if (step.done) controller.close();
      else controller.enqueue(encoder.encode(step.value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
