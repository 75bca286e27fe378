import { runOnce } from "@/lib/onboarding/sample/worker";
import { sampleSteps } from "../load";

// A worker for crash tests. It has no clean end: its test kills it.

process.send?.("ready");
for (;;) if (!(await runOnce(sampleSteps))) await new Promise((resolve) => setTimeout(resolve, 20));
