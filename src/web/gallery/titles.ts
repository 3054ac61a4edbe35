// The names and titles of the experiments of the gallery; their texts are loaded when they are opened.

const folder = "../../../experiments/";
/** The build keeps only the titles here (scripts/site-plugins.mjs). */
const titles = import.meta.glob("../../../experiments/*.vfl", {
  query: "?title",
  import: "default",
  eager: true,
}) as Record<string, string>;
const texts = new Map(
  Object.entries(
    import.meta.glob("../../../experiments/*.vfl", { query: "?raw", import: "default" }) as Record<
      string,
      () => Promise<string>
    >,
  ),
);

export interface TitledCard {
  readonly id: string;
  readonly title: string;
}

export const titledCards: readonly TitledCard[] = Object.entries(titles)
  .map(([path, title]) => ({ id: path.slice(folder.length, -".vfl".length), title }))
  .sort((a, b) => a.title.localeCompare(b.title, "en"));

/** The text of an experiment of the gallery. */
export function textOf({ id }: TitledCard): Promise<string> {
  return texts.get(`${folder}${id}.vfl`)!();
}
