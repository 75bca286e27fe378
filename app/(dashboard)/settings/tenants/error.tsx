"use client";

import { settingsFailed } from "@/components/shell/settings-failed";

export default settingsFailed("The tenants could not be read");
