// The world that New opens; its text is loaded then.
const worlds = import.meta.glob("./new-world.vfl", { query: "?raw", import: "default" }) as Record<
  string,
  () => Promise<string>
>;

export function newWorldText(): Promise<string> {
  return worlds["./new-world.vfl"]();
}
