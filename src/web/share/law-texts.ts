// The law library as texts, for links: a link carries the laws that its experiment imports.
const texts = import.meta.glob("../../../laws/*.vfl", { query: "?raw", import: "default", eager: true }) as Record<
  string,
  string
>;
const folder = "../../../";

export function libraryText(path: string): string | null {
  const name = `${folder}${path}`;
  return Object.hasOwn(texts, name) ? texts[name] : null;
}
