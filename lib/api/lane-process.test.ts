import { contractSuite } from "./testing/contract-suite";
import { inFront } from "./testing/served";

// By the API process in front of Next's.

contractSuite(inFront);
