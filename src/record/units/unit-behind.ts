/** A name, and the unit in brackets behind it, if there is one: `ball.v [km/h]`. */
export function splitUnit(text: string): { readonly name: string; readonly unit: string | null } {
  const [, name, unit] = /^(.*?)\s*(?:\[([^\]]*)\]\s*)?$/s.exec(text)!;
  return { name, unit: unit ?? null };
}
