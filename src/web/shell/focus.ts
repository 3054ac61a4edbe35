// Which control has the focus by a click, not by keys. The browser's own :focus-visible forgets that at the first key.
let clicked: Element | null = null;

export function controlOf(target: EventTarget | null): Element | null {
  return target instanceof Element
    ? target.closest("button, a, summary, input, [role='button'], [role='tab'], [role='menuitem'], [role='option']")
    : null;
}

export function isClicked(target: EventTarget | null): boolean {
  return clicked !== null && controlOf(target) === clicked;
}

export function watchFocus(): void {
  addEventListener(
    "pointerdown",
    (event) => {
      clicked = controlOf(event.target);
    },
    true,
  );
  addEventListener(
    "focusin",
    (event) => {
      if (controlOf(event.target) !== clicked) clicked = null;
    },
    true,
  );
}
