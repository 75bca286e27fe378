/** Called once by Next when the web process starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ drainOnSignal }, { watchAnswers }] = await Promise.all([
    import("./lib/api/drain"),
    import("./lib/api/serving"),
  ]);
  drainOnSignal();
  watchAnswers();
}
