"use client";

import { readFailed } from "@/components/ui/list/read-failed";

export default readFailed("The gateways could not be read");
