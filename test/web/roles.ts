// Looks through a page as a screen reader would: what has no name, leads nowhere, or cannot be read.

/** Inside the page: what is wrong with roles, names and contrasts of all that is in sight. */
export function faultsInSight(): string[] {
  const faults: string[] = [];
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
  function isSeen(element: HTMLElement): boolean {
    const isShown = element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
    return isShown && element.closest("[aria-hidden=true], [inert]") === null;
  }
  const tell = (what: string, element: Element) =>
    faults.push(`${what}: ${element.outerHTML.replace(/\s+/g, " ").slice(0, 120)}`);

  const spoken = (element: Element): string =>
    [...element.childNodes]
      .map((node) => {
        if (!(node instanceof Element)) return node.textContent ?? "";
        return node.getAttribute("aria-hidden") === "true" ? "" : (node.getAttribute("aria-label") ?? spoken(node));
      })
      .join("");
  function nameOf(element: HTMLElement): string {
    const by = element.getAttribute("aria-labelledby");
    if (by !== null)
      return by
        .split(/\s+/)
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" ");
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    return (
      element.getAttribute("aria-label") ??
      (labels.map(spoken).join(" ").trim() || spoken(element).trim() || (element.getAttribute("title") ?? ""))
    );
  }
  const controls = "button slider tab tabpanel dialog combobox listbox option menu menuitem switch textbox";
  const roles = `${controls} table grid img region`.split(" ");
  const named = [
    "button, a[href], input, select, textarea, summary, dialog",
    ...roles.map((role) => `[role=${role}]`),
    "[role=separator][tabindex]",
  ];
  for (const element of all(named.join())) if (nameOf(element).trim() === "") tell("no name", element);

  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  for (const id of new Set(ids.filter((one, i) => ids.indexOf(one) !== i))) faults.push(`an id twice: ${id}`);
  for (const attribute of ["aria-controls", "aria-labelledby", "aria-describedby", "aria-activedescendant"])
    for (const element of all(`[${attribute}]:not([aria-expanded=false])`))
      for (const id of element.getAttribute(attribute)!.split(/\s+/))
        if (document.getElementById(id) === null) tell(`${attribute} leads nowhere`, element);

  const homes = {
    tab: "tablist",
    option: "listbox",
    menuitem: "menu",
    row: "table rowgroup grid",
    cell: "row",
    columnheader: "row",
  };
  for (const [role, home] of Object.entries(homes))
    for (const element of all(`[role=${role}]`)) {
      const around =
        element.parentElement?.closest("[role]:not([role=presentation])")?.getAttribute("role") ?? "nothing";
      if (!home.split(" ").includes(around)) tell(`${role} inside ${around}`, element);
    }
  for (const element of all("[role=slider], [role=separator][tabindex]"))
    if (!element.hasAttribute("aria-valuenow")) tell("no value", element);
  for (const element of all("[tabindex]")) if (element.tabIndex > 0) tell("an order of its own", element);
  for (const element of all("button button, a button, button a, label label"))
    tell("a control inside a control", element);
  if (all("main").length !== 1) faults.push(`${all("main").length} main parts`);

  const ink = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const known = new Map<string, readonly number[]>();
  /** Red, green, blue and opacity, from whatever way CSS has of saying a colour. */
  function colourOf(text: string): readonly number[] {
    const before = known.get(text);
    if (before) return before;
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = text;
    ink.fillRect(0, 0, 1, 1);
    const [red, green, blue, opacity] = ink.getImageData(0, 0, 1, 1).data;
    known.set(text, [red, green, blue, opacity / 255]);
    return known.get(text)!;
  }
  const over = (ground: readonly number[], [red, green, blue, opacity]: readonly number[]) =>
    [red, green, blue].map((one, k) => ground[k] * (1 - opacity) + one * opacity);
  /** WCAG's relative luminance. */
  function light(rgb: readonly number[]): number {
    const [red, green, blue] = rgb.map((one) =>
      one <= 10.31 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  for (const element of all("body *")) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "",
    );
    // What is faded is not there for the moment; on the picture of the view anything may be the ground.
    if (!hasText || element.closest("svg, .view, :disabled, .cm-editor") !== null) continue;
    const above = [element];
    while (above[0].parentElement) above.unshift(above[0].parentElement);
    if (above.some((one) => getComputedStyle(one).opacity !== "1")) continue;
    const ground = above.reduce<readonly number[]>(
      (so, one) => over(so, colourOf(getComputedStyle(one).backgroundColor)),
      [255, 255, 255],
    );
    const [dark, bright] = [light(ground), light(over(ground, colourOf(getComputedStyle(element).color)))].sort(
      (a, b) => a - b,
    );
    const isLarge = Number.parseFloat(getComputedStyle(element).fontSize) >= 24;
    if ((bright + 0.05) / (dark + 0.05) < (isLarge ? 3 : 4.5)) tell("hard to read", element);
  }
  return faults;
}
