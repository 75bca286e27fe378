import { TABLE } from "./table";
import { walkAll } from "./walk-all";

walkAll(TABLE.decisions);
