import { afterAll } from "vitest";
import { withVariables } from "../settings";
import { aSlack } from "../slack";
import { TABLE } from "./table";
import { walkAll } from "./walk-all";

let workspace: Awaited<ReturnType<typeof aSlack>>;
withVariables(async () => {
  workspace = await aSlack();
  return { SLACK_API_URL: workspace.apiUrl };
});
afterAll(() => workspace.close());

walkAll(TABLE.administration);
