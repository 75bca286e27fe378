import { runOnce } from "@/lib/sample/worker";

// A worker for crash tests. It has no clean end: its test kills it.

process.send?.("ready");
for (;;) if (!(await runOnce())) await new Promise((resolve) => setTimeout(resolve, 20));
