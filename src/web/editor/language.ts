// VFLang for the editor: the project's own grammar with colours, folding and indentation.
import {
  delimitedIndent,
  foldNodeProp,
  indentNodeProp,
  LanguageSupport,
  LRLanguage,
  syntaxHighlighting,
  syntaxTree,
} from "@codemirror/language";
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { styleTags, tagHighlighter, tags } from "@lezer/highlight";
import { parser } from "../../language/syntax/parser.generated.ts";

const bodies =
  "Block DefinitionBlock InnerBlock DefinitionList AttributeList AliasList ApplicabilityList AttachmentList Sequence";

/** The range between the braces of a node. */
function inside(node: SyntaxNode): { from: number; to: number } | null {
  const open = node.getChild("{");
  const close = node.lastChild;
  return open && close?.name === "}" && close.from > open.to ? { from: open.to, to: close.from } : null;
}

export const vflang = LRLanguage.define({
  name: "vflang",
  parser: parser.configure({
    props: [
      styleTags({
        "BlockName DefinitionBlockName InnerBlockName": tags.keyword,
        "Key FunctionsKey AttributesKey AliasesKey ApplicabilityKey BetweenKey": tags.propertyName,
        "DefinitionName Prime": tags.definition(tags.variableName),
        "Parameter/Identifier AliasName/Identifier": tags.local(tags.variableName),
        "Name/Identifier Derivative/Identifier AttributeName/Identifier": tags.variableName,
        "ObjectName/Identifier LinkName/Identifier RequirementWord/Identifier": tags.className,
        CallName: tags.function(tags.variableName),
        "Words True False": tags.atom,
        Number: tags.number,
        String: tags.string,
        "Unit! UnitOpen": tags.unit,
        "LineComment BlockComment": tags.comment,
        "Operator PlusEquals =": tags.operator,
        "{ } [ ] ( ) ,": tags.punctuation,
      }),
      foldNodeProp.add((type) => (bodies.split(" ").includes(type.name) ? inside : undefined)),
      indentNodeProp.add((type) =>
        bodies.split(" ").includes(type.name) ? delimitedIndent({ closing: "}", align: false }) : undefined,
      ),
    ],
  }),
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{", '"'] },
    indentOnInput: /^\s*[})\]]$/,
    wordChars: "_",
  },
});

/** Classes instead of colours: colours come from the tokens of the page, in light and dark. */
const classes = tagHighlighter([
  { tag: tags.keyword, class: "tok-block" },
  { tag: tags.propertyName, class: "tok-key" },
  { tag: tags.definition(tags.variableName), class: "tok-definition" },
  { tag: tags.local(tags.variableName), class: "tok-local" },
  { tag: tags.variableName, class: "tok-name" },
  { tag: tags.className, class: "tok-object" },
  { tag: tags.function(tags.variableName), class: "tok-call" },
  { tag: tags.atom, class: "tok-value" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.string, class: "tok-value" },
  { tag: tags.unit, class: "tok-unit" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.operator, class: "tok-operator" },
  { tag: tags.punctuation, class: "tok-punctuation" },
]);

/**
 * Nodes that hold keywords without nodes of their own between their children: `if`, `use`, `mandatory`.
 */
const worded = new Set([
  "If",
  "Alias",
  "AliasTarget",
  "Import",
  "Export",
  "Requirement",
  "ApplicabilityList",
  "Attachment",
]);
const keyword = Decoration.mark({ class: "tok-keyword" });

function keywords(view: EditorView): DecorationSet {
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: ({ type, node }) => {
        if (!worded.has(type.name)) return;
        let at = node.from;
        for (let child = node.firstChild; ; child = child.nextSibling) {
          const end = child ? child.from : node.to;
          for (const match of view.state.doc.sliceString(at, end).matchAll(/[a-z]+/g))
            found.push({ from: at + match.index, to: at + match.index + match[0].length });
          if (!child) return;
          at = child.to;
        }
      },
    });
  const builder = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of found.sort((a, b) => a.from - b.from))
    if (from > last) {
      builder.add(from, to, keyword);
      last = from;
    }
  return builder.finish();
}

const keywordMarks = ViewPlugin.define(
  (view) => ({
    marks: keywords(view),
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.state) !== syntaxTree(update.startState))
        this.marks = keywords(update.view);
    },
  }),
  { decorations: (plugin) => plugin.marks },
);

export function vflangSupport(): LanguageSupport {
  return new LanguageSupport(vflang, [syntaxHighlighting(classes), keywordMarks]);
}
