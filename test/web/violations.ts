// What axe finds in a page as it is: roles, names, landmarks, contrasts, what scrolls and cannot be reached.
import axe from "axe-core";
import type { Page } from "playwright-core";

/** Rule and element of each violation. Controls that are faded are not there for the moment. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run({
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.split("\n")[1]?.trim()}`),
    );
  });
}
