// Preloaded into every process the launcher starts: when the launcher is gone, however it went, the process ends too.

// After which a process that does not heed the signal would outlive its launcher.
const END_MS_MAX = 12_000;

// What such a process starts in turn inherits this file, but hangs on its own parent.
if (process.env.COUNTERSIGN_LAUNCHER === String(process.ppid)) {
  process.channel?.unref();
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), END_MS_MAX).unref();
  });
}
