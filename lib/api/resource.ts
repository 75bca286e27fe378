import { randomUUID } from "node:crypto";
import { DomainError } from "@/lib/core/errors";
import { COMMON_HEADERS } from "./answers";
import type { Operation } from "./definition";
import { problemResponse } from "./problem";
import type { ApiRoute, RouteHandler } from "./route";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

type Handlers = Record<Method | "OPTIONS", RouteHandler>;

/**
 * Handlers for all methods: missing ones answer 405 with the allowed methods, OPTIONS lists them.
 */
export function allMethods(handlers: Partial<Handlers>): Handlers {
  const allow = METHODS.filter((method) => handlers[method]).join(", ");
  const refuse: RouteHandler = async (request) => {
    const requestId = randomUUID();
    return problemResponse(
      new DomainError("METHOD_NOT_ALLOWED", `${request.method} is not supported here. Use ${allow}.`),
      requestId,
      { ...COMMON_HEADERS, "x-request-id": requestId, allow },
    );
  };
  const tellMethods: RouteHandler = async () =>
    new Response(null, {
      status: 204,
      headers: { ...COMMON_HEADERS, "x-request-id": randomUUID(), allow },
    });
  const { GET = refuse, POST = refuse, PUT = refuse, PATCH = refuse, DELETE = refuse } = handlers;
  return { GET, POST, PUT, PATCH, DELETE, OPTIONS: handlers.OPTIONS ?? tellMethods };
}

export type Resource = Handlers & {
  /** In the form of the contract: `/api/v1/approvals/{id}`. */
  path: string;
  operations: Partial<Record<Method, Operation>>;
};

export function resource(path: string, routes: Partial<Record<Method, ApiRoute>>): Resource {
  const operations = Object.fromEntries(
    Object.entries(routes).map(([method, { operation }]) => [method, operation]),
  );
  return { ...allMethods(routes), path, operations };
}
