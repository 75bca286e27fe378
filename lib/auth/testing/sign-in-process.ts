import { closeDatabase } from "@/lib/core/db";
import { nameProcess } from "@/lib/core/log";
import { Browser } from "./browser";

// Signs in like a browser, with TEST_PASSWORD and with a wrong one, for tests that read its log.

const { TEST_EMAIL = "", TEST_PASSWORD = "" } = process.env;

nameProcess("pages");
await new Browser().signIn(TEST_EMAIL, TEST_PASSWORD);
await new Browser().signIn(TEST_EMAIL, "not their password");
await closeDatabase();
process.exit(0);
