// Two steps of the site's build: the lab as one HTML file, and the service worker with the list of what was built.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./setup.mjs";

const web = join(root, "src/web");

/** Which cards of the gallery have films. */
export function filmNames() {
  const films = join(web, "public/thumbnails");
  return existsSync(films)
    ? readdirSync(films)
        .filter((file) => file.endsWith(".webp"))
        .map((file) => file.slice(0, -5))
    : [];
}

/** Workers go into the page as text: a file has no place to load them from. */
function inlineWorkers() {
  return {
    name: "inline-workers",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/worker/clients.ts")) return null;
      const files = new Set();
      const inlined = code.replace(
        /new Worker\(new URL\("([./\w-]+\.ts)", import\.meta\.url\), \{ type: "module", name: ("[\w-]+") \}\)/g,
        (_, file, name) => {
          files.add(file);
          return `new InlineWorker${[...files].indexOf(file)}({ name: ${name} })`;
        },
      );
      if (files.size === 0) throw new Error("no worker was found in clients.ts");
      const imports = [...files].map((file, i) => `import InlineWorker${i} from "${file}?worker&inline";\n`).join("");
      return { code: imports + inlined, map: null };
    },
  };
}

/** `x.vfl?head`: the comment that a text begins with, for the gallery; `x.vfl?title`: its title, or its name. */
export function textHeads() {
  return {
    name: "text-heads",
    load(id) {
      const [file, wanted] = id.split("?");
      if (!file.endsWith(".vfl") || (wanted !== "head" && wanted !== "title")) return null;
      const lines = readFileSync(file, "utf8").split(/\r?\n/);
      const end = lines.findIndex((line) => !line.startsWith("//"));
      const head = lines.slice(0, end < 0 ? lines.length : end).join("\n");
      const title = /^\/\/ Title: (.*)$/m.exec(head)?.[1].trim() ?? basename(file, ".vfl");
      return `export default ${JSON.stringify(wanted === "head" ? head : title)}`;
    },
  };
}

/**
 * Parts of the workers that most texts do not need, with the files through which they are reached. These files are
 * imported for what they do when a text is checked or a run is prepared, never in the middle of a step.
 */
const lateParts = [
  ["engine/stepping/time-stepping.ts"],
  ["engine/links/link-laws.ts", "engine/links/kernels.ts", "engine/motion/projection.ts"],
  ["language/syntax/syntax-error.ts", "language/syntax/foreign-notation.ts", "language/dimension/repair.ts"],
  ["language/check/study.ts"],
  ["language/check/decimal-comma.ts", "language/check/blame-world.ts"],
  ["language/check/blame-units.ts"],
  ["language/check/inertia-degree.ts"],
  ["language/laws/torques.ts"],
  ["geometry/files/mesh-file.ts"],
  ["geometry/curves/create.ts", "geometry/curves/points.ts", "geometry/curves/length.ts"],
].map((part) => part.map((file) => join(root, "src", file).replaceAll("\\", "/")));
const realPart = "?part";

/**
 * In place of a file of a late part stands one with the same names, whose functions throw `Wanted` until the part is
 * loaded (src/web/worker/wanted.ts); then the names mean the part's own functions and classes.
 */
export function lateFiles() {
  const gone = lateParts.flat().filter((file) => !existsSync(file));
  if (gone.length > 0) throw new Error(`late parts name files that are not there: ${gone.join(", ")}`);
  return {
    name: "late-parts",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!source.endsWith(realPart)) return null;
      return (await this.resolve(source.slice(0, -realPart.length), importer)).id + realPart;
    },
    load(id) {
      if (id.endsWith(realPart)) return readFileSync(id.slice(0, -realPart.length), "utf8");
      const part = lateParts.find((files) => files.includes(id));
      if (!part) return null;
      const names = [...readFileSync(id, "utf8").matchAll(/^export (?:abstract )?(?:function|class|const) (\w+)/gm)];
      const list = names.map(([, name]) => name);
      const others = part.filter((file) => file !== id);
      const wanted = join(root, "src/web/worker/wanted.ts");
      return `import { Wanted } from ${JSON.stringify(wanted)};
${others.map((file, i) => `import { fillPart as fill${i} } from ${JSON.stringify(file)};`).join("\n")}
const load = () => Promise.all([fillPart()${others.map((_, i) => `, fill${i}()`).join("")}]);
const missing = function () { throw new Wanted(load); };
export let ${list.map((name) => `${name} = missing`).join(", ")};
export const fillPart = async () => {
  const part = await import(${JSON.stringify(id + realPart)});
${list.map((name) => `  ${name} = part.${name};`).join("\n")}
};
`;
    },
  };
}

function hashOf(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * standalone.html: the whole lab in one page, under a policy of its own. Its one script is inline and named by its
 * digest, so no other can run; the experiment goes into an element that holds data only (src/web/share/page-file.ts).
 */
export function standalonePage() {
  return {
    name: "standalone-page",
    apply: "build",
    async generateBundle() {
      const { build } = await import("vite");
      const { output } = await build({
        configFile: false,
        root: web,
        base: "./",
        logLevel: "error",
        publicDir: false,
        build: {
          write: false,
          target: "es2022",
          cssCodeSplit: false,
          modulePreload: false,
          chunkSizeWarningLimit: 8000,
          rollupOptions: { input: join(web, "main.tsx"), output: { codeSplitting: false } },
        },
        // A page that is one file has no pictures beside it.
        define: { filmNames: "[]" },
        // Chromium loads no module as a worker into a page that comes from the disk.
        worker: { format: "iife", rolldownOptions: { output: { codeSplitting: false } } },
        oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
        plugins: [inlineWorkers(), textHeads()],
      });
      const chunks = output.filter(({ type }) => type === "chunk");
      if (chunks.length !== 1) throw new Error(`the page that is one file has ${chunks.length} scripts`);
      const style = output
        .filter(({ fileName }) => fileName.endsWith(".css"))
        .map(({ source }) => source)
        .join("\n");
      // Neither may end its element early.
      const script = chunks[0].code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
      const policy =
        `default-src 'none'; script-src ${hashOf(script)} 'wasm-unsafe-eval'; worker-src blob:; ` +
        `style-src 'unsafe-inline'; ` +
        "img-src blob: data:; media-src blob:; connect-src blob:; font-src data:; base-uri 'none'; form-action 'none'";
      const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>VirtuaFiz</title>
<style>${style.replaceAll("</style", "<\\/style")}</style>
</head>
<body>
<div id="lab"></div>
<script type="application/json" id="experiment">null</script>
<script type="module">${script}</script>
</body>
</html>
`;
      this.emitFile({ type: "asset", fileName: "standalone.html", source: page });
    },
  };
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** service-worker.js, with the names of all files of the site and a version that changes with any of their bytes. */
export function serviceWorker() {
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const hash = createHash("sha256");
        const files = [];
        const add = (name, bytes) => {
          files.push(name);
          hash.update(name).update(bytes);
        };
        for (const [name, item] of Object.entries(bundle)) add(name, item.type === "chunk" ? item.code : item.source);
        const open = join(web, "public");
        for (const file of filesIn(open).sort())
          add(file.slice(open.length + 1).replaceAll("\\", "/"), readFileSync(file));
        const list = JSON.stringify(files.map((name) => `./${name}`));
        const source = readFileSync(join(web, "offline/service-worker.js"), "utf8")
          .replace("const files = [];", `const files = ${list};`)
          .replace('const version = "none";', `const version = "${hash.digest("hex").slice(0, 16)}";`);
        if (!source.includes(list)) throw new Error("the service worker has no place for the list of files");
        this.emitFile({ type: "asset", fileName: "service-worker.js", source });
      },
    },
  };
}
