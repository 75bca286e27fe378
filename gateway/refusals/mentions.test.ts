import { expect, test } from "vitest";
import { parseMessage } from "./messages";

test.each([
  ["Missing required parameter: session_id", {}, "/session_id", "required"],
  ["Missing required parameter: timeout", { query: "x" }, "/timeout", "required"],
  ["Nope: the from date you gave is malformed", { fromDate: "13/13" }, "/fromDate", "format"],
  ["bad thing happened: --page-size -> not an integer", { pageSize: "ten" }, "/pageSize", "type"],
])("%s: the argument is found by its name in any spelling", (message, args, path, keyword) => {
  expect(parseMessage(message, args)).toMatchObject([{ path, keyword }]);
});

test.each(["Authentication required", "Login is required to continue", "The session has expired"])(
  "%s is of no argument",
  (message) => {
    expect(parseMessage(message, { session: "s1", to: "a", value: 1 })).toEqual([]);
  },
);
