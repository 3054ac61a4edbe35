// Values that programs pass to the library.

/** A value passed by a program, in a message. */
export function describeGiven(said: unknown): string {
  if (typeof said === "string") return JSON.stringify(said);
  if (Array.isArray(said)) return "a list";
  if (typeof said === "object" && said !== null) return "an object";
  return typeof said === "function" ? "a function" : String(said);
}
