/** Called once by Next when the web process starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { drainOnSignal } = await import("./lib/api/drain");
  drainOnSignal();
}
