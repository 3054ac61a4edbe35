// A menu that opens below its button; arrows walk through it, Escape leaves it.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type LabCommand, labelOf } from "./commands.ts";

interface Props {
  readonly name: string;
  readonly commands: readonly LabCommand[];
}

export function Menu({ name, commands }: Props) {
  const isOpen = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isOpen.value) return;
    box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const leave = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) isOpen.value = false;
    };
    addEventListener("pointerdown", leave);
    return () => removeEventListener("pointerdown", leave);
  }, [isOpen.value]);
  const close = () => {
    isOpen.value = false;
    box.current?.querySelector<HTMLElement>("button")?.focus();
  };
  const walk = (event: KeyboardEvent) => {
    const items = [...box.current!.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = new Map([
      ["ArrowDown", (at + 1) % items.length],
      ["ArrowUp", (at - 1 + items.length) % items.length],
      ["Home", 0],
      ["End", items.length - 1],
    ]).get(event.key);
    if (to !== undefined) items[to].focus();
    else if (event.key === "Escape") close();
    else if (event.key !== "Tab") return;
    if (event.key === "Tab") isOpen.value = false;
    else event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" ref={box}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {name} <span aria-hidden="true">▾</span>
      </button>
      {isOpen.value && (
        <div role="menu" aria-label={name} tabIndex={-1} onKeyDown={walk}>
          {commands.map((command) => (
            <button
              key={command.id}
              type="button"
              role="menuitem"
              onClick={() => {
                close();
                command.run();
              }}
            >
              <span>{command.name}</span>
              <kbd>{command.keys.slice(0, 1).map(labelOf)}</kbd>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
