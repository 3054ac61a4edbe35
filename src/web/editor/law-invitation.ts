// Under the law of the first experiment: that it can be changed. It goes away with the first key.
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { effect } from "@preact/signals";
import { endInvitation, invitations } from "../session/first-visit.ts";
import { opened } from "../state/experiment.ts";

class Hint extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const row = document.createElement("div");
    row.className = "law-invitation";
    const hint = document.createElement("div");
    const says = document.createElement("span");
    says.textContent = "↑ The law of the bounce. Change it, and see.";
    const close = document.createElement("button");
    close.type = "button";
    close.className = "sign";
    close.textContent = "✕";
    close.title = "Put this hint away";
    close.setAttribute("aria-label", "Put the hint at the law away");
    close.addEventListener("click", () => endInvitation("law"));
    hint.append(says, close);
    row.append(hint);
    return row;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const setPlace = StateEffect.define<number | null>();
const hint = Decoration.widget({ widget: new Hint(), block: true, side: 1 });

const place = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects }) {
    let next = value.map(changes);
    for (const { value: at } of effects.filter((one) => one.is(setPlace)))
      next = at === null ? Decoration.none : Decoration.set(hint.range(at));
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const lawInvitation: Extension = place;

/** Shows the hint as long as it is wanted; returns what ends that. */
export function watchLawInvitation(view: EditorView): () => void {
  return effect(() => {
    opened.value;
    const isWanted = invitations.value.includes("law");
    const law = isWanted ? /^ *v = previous\(v\).*$/m.exec(view.state.doc.toString()) : null;
    if (!law && view.state.field(place) === Decoration.none) return;
    view.dispatch({ effects: setPlace.of(law && law.index + law[0].length) });
  });
}
