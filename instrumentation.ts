/** Called once by Next when the web process starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ drainOnSignal }, { watchAnswers }] = await Promise.all([
    import("./lib/api/drain"),
    import("./lib/api/serving"),
  ]);
  drainOnSignal();
  // While the sources change, Next mounts the handlers: it sees their changes.
  if (process.env.NODE_ENV === "production") watchAnswers((await import("./lib/api/lane")).answerContract);
  else watchAnswers();
}
