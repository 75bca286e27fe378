import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FormDialog } from "./form-dialog";

const nothing = () => undefined;
const problem = { code: "CONFLICT", message: "Ines decided it.", fields: {} };

/** The labels of the buttons below the fields; disabled ones in brackets. */
function buttonsOf(over: Partial<Parameters<typeof FormDialog>[0]>): string[] {
  const html = renderToStaticMarkup(
    <FormDialog
      title="Reject"
      submit="Reject"
      pending={false}
      onClose={nothing}
      onSubmit={nothing}
      {...over}
    />,
  );
  const [, form = ""] = html.split("<form");
  return [...form.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(([, attributes = "", inside = ""]) => {
    const words = inside.replace(/<[^>]*>/g, "");
    return attributes.includes("disabled") ? `[${words}]` : words;
  });
}

test("what a dialog offers follows the state of its act", () => {
  expect(buttonsOf({})).toEqual(["Go back", "Reject"]);
  expect(buttonsOf({ leave: "Cancel", disabled: true })).toEqual(["Cancel", "[Reject]"]);
  expect(buttonsOf({ over: true })).toEqual(["Close", "[Reject]"]);
  expect(buttonsOf({ pending: true })).toEqual(["[Go back]", "[Recording…]"]);
});

test("why the server refused is said in it, and what is missing only once it was tried", () => {
  const html = renderToStaticMarkup(
    <FormDialog
      {...{ title: "Reject", submit: "Reject", pending: false, onClose: nothing, onSubmit: nothing }}
      problem={problem}
      fault="Choose a reason."
    />,
  );
  expect(html).toContain("Ines decided it.");
  expect(html).not.toContain("Choose a reason.");
});
