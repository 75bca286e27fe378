/** Called once by Next when the web process starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ env }, { log }, { watchProcess }, { commit, version }, { drainOnSignal }, { watchAnswers }] =
    await Promise.all([
      import("./lib/core/env"),
      import("./lib/core/log"),
      import("./lib/core/metrics"),
      import("./lib/core/version"),
      import("./lib/api/drain"),
      import("./lib/api/serving"),
    ]);
  const name = env().COUNTERSIGN_PAGES ? "pages" : "web";
  watchProcess(name);
  log().info({ version, commit: commit(), pid: process.pid }, `${name} starting`);
  drainOnSignal();
  // The API process stands before us and answers the contract.
  if (name === "pages") watchAnswers({ isBehind: true });
  // While the sources change, Next mounts the handlers: it sees their changes.
  else if (process.env.NODE_ENV === "development") watchAnswers();
  else watchAnswers({ answer: (await import("./lib/api/lane")).answerContract });
}
