import { closeDatabase } from "@/lib/core/db";
import { command } from "./command";

const { code, out, err } = await command(process.argv.slice(2));
if (out) console.log(out);
if (err) console.error(err);
await closeDatabase();
process.exitCode = code;
