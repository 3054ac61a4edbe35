// A law file of the library, to be read.
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import { readingExtensions } from "./extensions.ts";
import type { LawFile } from "./shown-part.ts";

export function LawView({ law }: { law: LawFile }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: law.text,
        selection: { anchor: law.from, head: law.to },
        extensions: [readingExtensions(`${law.file}, read only`), EditorState.readOnly.of(true)],
      }),
    });
    view.dispatch({ effects: EditorView.scrollIntoView(law.from, { y: "center" }) });
    view.focus();
    return () => view.destroy();
  }, [law]);
  return <div class="editor reads" ref={host} />;
}
