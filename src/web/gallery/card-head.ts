// The facts in the first lines of an experiment.

/** `// Title: …`, `// Question: …` at the head of a text; an indented line continues the one before. */
export function cardHead(text: string): Map<string, string> {
  const said = new Map<string, string>();
  let key = "";
  for (const line of text.split("\n")) {
    if (!line.startsWith("//")) break;
    const match = /^\/\/ ([A-Z][a-z]+): (.*)$/.exec(line);
    if (match) {
      key = match[1].toLowerCase();
      said.set(key, match[2].trim());
    } else if (key !== "") said.set(key, `${said.get(key)} ${line.slice(2).trim()}`);
  }
  return said;
}
