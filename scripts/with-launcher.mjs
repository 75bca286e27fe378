// Preloaded into every process the launcher starts: when the launcher is gone, however it went, the process ends too.
process.channel?.unref();
process.on("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
  // A process that does not heed the signal in time would outlive its launcher.
  setTimeout(() => process.exit(1), 12_000).unref();
});
