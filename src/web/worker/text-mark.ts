// A short mark of a text, to know it again.

/** The length and two numbers of 32 bits (FNV-1a, forwards and backwards). */
export function markOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x811c9dc5];
  for (let i = 0; i < text.length; i++) {
    one = Math.imul(one ^ text.charCodeAt(i), 0x01000193);
    other = Math.imul(other ^ text.charCodeAt(text.length - 1 - i), 0x01000193);
  }
  return `${text.length} ${one >>> 0} ${other >>> 0}`;
}
