// Just enough of XML to know that a text is well-formed.

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  text: string;
}

/** The root of a text that is well-formed; throws otherwise. Knows no comments, sections or declarations. */
export function parseXml(xml: string): Element {
  const root: Element = { name: "", attributes: new Map(), children: [], text: "" };
  const open = [root];
  const tag = /<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y;
  for (let at = 0; at < xml.length; ) {
    const end = xml.indexOf("<", at);
    const text = xml.slice(at, end < 0 ? xml.length : end);
    open.at(-1)!.text += unescapeXml(text);
    if (end < 0) break;
    tag.lastIndex = end;
    const found = tag.exec(xml);
    if (!found) throw new Error(`no tag at ${xml.slice(end, end + 60)}`);
    const [whole, slash, name, attributes, closed] = found;
    at = end + whole.length;
    if (slash) {
      if (open.pop()?.name !== name || open.length === 0) throw new Error(`</${name}> closes nothing`);
      continue;
    }
    const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
      ([, key, value]) => [key, unescapeXml(value)] as const,
    );
    const element: Element = { name, attributes: new Map(pairs), children: [], text: "" };
    if (element.attributes.size !== pairs.length) throw new Error(`<${name}> has an attribute twice`);
    open.at(-1)!.children.push(element);
    if (!closed) open.push(element);
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)!.name}> is not closed`);
  if (root.children.length !== 1 || root.text.trim() !== "") throw new Error("there is not one root");
  return root.children[0];
}

const marks = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
]);

function unescapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/u.test(text))
    throw new Error("not a character of XML");
  return text.replace(/&(\w*);?/g, (whole, name) => {
    const mark = marks.get(name);
    if (mark === undefined || !whole.endsWith(";")) throw new Error(`${whole} means nothing`);
    return mark;
  });
}

export function* descendants(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* descendants(child);
}
