import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { Parameter } from "@/lib/tools/definition";

const WRONG_CHARS = 300;

/** Parameters in words. The server's text is never markup. */
export function Parameters({
  parameters,
  label = "Parameters",
  wrong,
}: {
  parameters: readonly Parameter[];
  label?: string;
  /** What was wrong with a parameter in a call, by name. */
  wrong?: ReadonlyMap<string, string>;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className="overflow-x-auto" aria-label={label} tabIndex={0}>
      <table className="w-full text-sm max-sm:block">
        <caption className="sr-only">{label}</caption>
        <thead className="text-left text-2xs text-fg-subtle max-sm:sr-only">
          <tr className="[&>th]:px-3.5 [&>th]:py-2 [&>th]:font-medium">
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Required</th>
            <th scope="col">Description</th>
            <th scope="col">Default</th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {parameters.map((one) => (
            <tr
              key={one.name}
              id={`parameter-${one.name}`}
              data-wrong={wrong?.has(one.name) || undefined}
              className="border-t border-border align-top max-sm:flex max-sm:flex-wrap max-sm:gap-x-2 max-sm:py-2 [&>*]:px-3.5 [&>*]:py-2 max-sm:[&>*]:py-0.5"
            >
              <th scope="row" className="text-left sm:min-w-40">
                <Untrusted mono className="font-medium">
                  {one.name}
                </Untrusted>
                {wrong?.has(one.name) && (
                  <span className="mt-0.5 flex items-start gap-1 font-medium text-risk-high text-xs">
                    <Icon name="alert" size={14} className="mt-px" />
                    <span>
                      Wrong: <Untrusted limit={WRONG_CHARS}>{wrong.get(one.name) ?? ""}</Untrusted>
                    </span>
                  </span>
                )}
              </th>
              <td className="sm:max-w-72 sm:min-w-32">
                <Untrusted mono className="text-xs">
                  {one.type}
                </Untrusted>
              </td>
              <td className="whitespace-nowrap text-fg-muted">
                {one.required ? <b className="font-medium text-fg">required</b> : "optional"}
              </td>
              <td className="min-w-56 text-fg-muted max-sm:basis-full">
                {one.description ? (
                  <Untrusted className="whitespace-pre-wrap">{one.description}</Untrusted>
                ) : (
                  <span className="text-fg-subtle max-sm:hidden">–</span>
                )}
              </td>
              <td>
                {one.defaultText === null ? (
                  <span className="text-fg-subtle max-sm:hidden">–</span>
                ) : (
                  <Untrusted mono className="text-xs">
                    {one.defaultText}
                  </Untrusted>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
