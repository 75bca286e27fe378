import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { RESOURCES } from "@/lib/api/contract";

// Outside the API contract: sign-in, live stream, metrics of the pages process, the links that stop
// notifications, Slack, and the catch-all route.
const NOT_IN_DOCUMENT = [
  "/api/[...path]",
  "/api/auth/[...nextauth]",
  "/api/live",
  "/api/live/changes",
  "/api/metrics/pages",
  "/api/notifications/stop",
  "/api/slack/commands",
  "/api/slack/interactions",
];
const LINES_MAX = 3;

/** Every path below app/api and app/admin with a Next route, and its file. */
function routeFiles(folder: string): [place: string, file: string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return routeFiles(file);
    return entry.name === "route.ts" ? [[`/${path.relative("app", folder)}`, file]] : [];
  });
}

const served = ["app/api", "app/admin"].flatMap(routeFiles);
const documented = served.filter(([place]) => !NOT_IN_DOCUMENT.includes(place));
const asContract = (place: string) => place.replace(/\[(\w+)\]/g, "{$1}");

test("the document has every route that is served, and no other", () => {
  const places = documented.map(([place]) => asContract(place));
  expect(places.toSorted()).toEqual(RESOURCES.map(({ path: place }) => place).toSorted());
  expect(served.length - documented.length).toBe(NOT_IN_DOCUMENT.length);
});

test.each(documented)("%s mounts what the document tells of", async (place, file) => {
  const mounted = (await import(pathToFileURL(path.resolve(file)).href)) as Record<string, unknown>;
  const resource = RESOURCES.find(({ path: one }) => one === asContract(place));
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const)
    expect(mounted[method], method).toBe(resource?.[method]);
  expect(readFileSync(file, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(LINES_MAX);
});
