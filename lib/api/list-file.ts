import { requireUser } from "@/lib/auth/sessions/current";
import type { ExportFormat } from "@/lib/core/export";
import { type ListProblem, refuse } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { downloadRecords } from "./download";
import { publicRoute } from "./route";

type ListFile<T extends object> = {
  /** Filters of the address that are no filters: they refuse the request. */
  problems: readonly ListProblem[];
  steps: AsyncGenerator<readonly T[]>;
  columns: readonly (keyof T & string)[];
  tenant: string | undefined;
};

/**
 * A route that downloads a page's list with its filters, as `format` csv or ndjson, in constant
 * memory. People who are not signed in are sent to sign in.
 * @param home the page of the list
 */
export function listFile<T extends object>(
  home: string,
  what: string,
  read: (scope: UserScope, search: Record<string, string>) => Promise<ListFile<T>>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    // Outside the error handler: it redirects people who are not signed in.
    const scope = await requireUser(home);
    const search = Object.fromEntries(new URL(request.url).searchParams);
    const format: ExportFormat = search.format === "csv" ? "csv" : "ndjson";
    const answer = async () => {
      const { problems, ...file } = await read(scope, search);
      refuse([...problems]);
      return { status: 200, response: await downloadRecords({ ...file, format, what, asOf: new Date() }) };
    };
    return publicRoute(answer)(request);
  };
}

/** The rows of a list page by page. */
export async function* pageSteps<T>(
  page: (cursor: string | undefined) => Promise<{ rows: readonly T[]; nextCursor: string | null }>,
): AsyncGenerator<readonly T[]> {
  for (let cursor: string | undefined; ; ) {
    const { rows, nextCursor } = await page(cursor);
    yield rows;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}
