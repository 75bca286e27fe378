import { beforeAll } from "vitest";
import { watchAnswers } from "./serving";
import { frontDoorSuite } from "./testing/front-door-suite";
import { mounted } from "./testing/listener";

// In Next's process, as `next start` alone serves it.

beforeAll(() => watchAnswers());
frontDoorSuite(mounted);
