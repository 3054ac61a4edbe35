// Values that programs hand to the library.

/** What a program handed over, in a message. */
export function describeGiven(said: unknown): string {
  if (typeof said === "string") return JSON.stringify(said);
  if (Array.isArray(said)) return "a list";
  if (typeof said === "object" && said !== null) return "an object";
  return typeof said === "function" ? "a function" : String(said);
}
