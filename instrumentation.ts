import type { Instrumentation } from "next";

/** Called once by Next when the web process starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [
    { env },
    { log },
    { watchProcess },
    { commit, version },
    { drainOnSignal },
    { watchAnswers },
    traces,
  ] = await Promise.all([
    import("./lib/core/env"),
    import("./lib/core/log"),
    import("./lib/core/metrics"),
    import("./lib/core/version"),
    import("./lib/api/drain"),
    import("./lib/api/serving"),
    import("./lib/core/traces"),
  ]);
  const name = env().COUNTERSIGN_PAGES ? "pages" : "web";
  watchProcess(name);
  log().info({ version, commit: commit(), pid: process.pid }, `${name} starting`);
  // Pages have no spans: people read them, no agent's call passes there.
  if (name === "web") await traces.startTracing(name);
  drainOnSignal();
  // The API process is in front and answers the contract.
  if (name === "pages") watchAnswers({ isBehind: true });
  // While the sources change, Next mounts the handlers: it sees their changes.
  else if (process.env.NODE_ENV === "development") watchAnswers();
  else watchAnswers({ answer: (await import("./lib/api/lane")).answerContract });
}

/** Called by Next for each page, action or handler that failed. `digest` is the error id that the page shows. */
export const onRequestError: Instrumentation.onRequestError = async (
  error,
  { method },
  { routePath, routeType },
) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("./lib/core/log");
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  log().error({ err: error, digest, method, route: routePath, kind: routeType }, "a page failed");
};
