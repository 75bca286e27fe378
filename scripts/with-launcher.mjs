// Preloaded into every process the launcher starts: ends the process when the launcher is gone.

// Time to stop after SIGTERM; then the process exits anyway.
const END_MS_MAX = 12_000;

// Grandchildren inherit this file, but depend on their own parent.
if (process.env.COUNTERSIGN_LAUNCHER === String(process.ppid)) {
  process.channel?.unref();
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), END_MS_MAX).unref();
  });
}
