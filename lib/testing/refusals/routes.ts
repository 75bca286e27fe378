import path from "node:path";
import { RESOURCES } from "@/lib/api/contract";
import type { Operation } from "@/lib/api/definition";
import type { RouteHandler } from "@/lib/api/route";
import type { Route } from "./verbs.mjs";

export type Mounted = {
  method: string;
  /** In the form of the contract: `/api/v1/approvals/{id}`. */
  path: string;
  handler: RouteHandler;
  /** Null outside the contract: such a route needs a browser session, if anything. */
  operation: Operation | null;
};

/**
 * Every method of every route file; for contract paths only the listed ones, because others answer
 * 405.
 */
export async function mountedRoutes(root: string, routes: readonly Route[]): Promise<Map<string, Mounted>> {
  const found = new Map<string, Mounted>();
  for (const { file, methods } of routes) {
    const handlers: Record<string, RouteHandler> = await import(path.join(root, file));
    const place = pathOf(file);
    const listed = RESOURCES.find((one) => one.path === place)?.operations;
    for (const method of listed ? Object.keys(listed) : methods) {
      const operation = listed?.[method as keyof typeof listed] ?? null;
      const handler = handlers[method];
      if (handler) found.set(`${method} ${place}`, { method, path: place, handler, operation });
    }
  }
  return found;
}

/**
 * `app/api/v1/approvals/[id]/route.ts` becomes `/api/v1/approvals/{id}`; route groups in
 * parentheses are dropped.
 */
function pathOf(file: string): string {
  return file
    .replace(/^app/, "")
    .replace(/\/route\.ts$/, "")
    .replace(/\/\([^/]+\)/g, "")
    .replace(/\[(\.{3})?(\w+)\]/g, "{$1$2}");
}
