// Base64 (RFC 4648): four letters for three bytes.
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Null if a character is not Base64. White space is ignored. */
export function decodeBase64(text: string): Uint8Array | null {
  const letters = text.replace(/[ \t\r\n]+/g, "").replace(/=+$/, "");
  const out = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < letters.length; i++) {
    const value = LETTERS.indexOf(letters[i]);
    if (value < 0) return null;
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[at++] = (held >> bits) & 255;
    held &= (1 << bits) - 1;
  }
  return out;
}
