// The other platforms on which the tests compare digests: browsers, from Debian's packages, and other versions of Node,
// which npm carries as packages. `preparePlatforms` installs what is missing and says so; the `find…` functions only
// look.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./setup.mjs";

const lineOf = (version) => version.split(".")[0];

/** One of each line of Node that is supported, but for the line that runs this. */
export const otherNodes = ["20.20.2", "22.23.3"].filter((version) => lineOf(version) !== lineOf(process.versions.node));

const browsers = {
  chromium: {
    variable: "CHROMIUM",
    package: "chromium",
    commands: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    places: [
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    ],
  },
  firefox: {
    variable: "FIREFOX",
    package: "firefox-esr",
    commands: ["firefox-esr", "firefox"],
    places: ["/Applications/Firefox.app/Contents/MacOS/firefox", "C:\\Program Files\\Mozilla Firefox\\firefox.exe"],
  },
};

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A command's file on the path, or null. */
function findCommand(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

/** The file of `chromium` or `firefox`, or null. */
export function findBrowser(name) {
  const { variable, commands, places } = browsers[name];
  if (process.env[variable]) return process.env[variable];
  return commands.map(findCommand).find((file) => file !== null) ?? places.find(isExecutable) ?? null;
}

/** What a person does where a browser is missing. */
export function browserHint(name) {
  const { variable, package: debian } = browsers[name];
  return (
    `${name} is missing: install it (on Debian: apt-get install ${debian}), ` +
    `or name its file in the variable ${variable}`
  );
}

/** The file of a version of Node that was installed here, or null. */
export function findNode(version) {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const file = join(nodeFolder(version), "node_modules", nodePackage(), "bin", name);
  return existsSync(file) ? file : null;
}

export function nodeHint(version) {
  return `Node ${version} is missing: npm test fetches it as ${nodePackage()}@${version} from the npm registry`;
}

function nodeFolder(version) {
  return join(root, ".setup", `node-${version}`);
}

/** Named as the package `node` names them. */
function nodePackage() {
  const { platform, arch } = process;
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  return [prefix, platform === "win32" ? "win" : platform, arch].join("-");
}

function succeeds(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}

/** Whether Debian's package could be installed: by root, or by who may become root without being asked. */
function installPackage(name) {
  if (!findCommand("apt-get")) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !(findCommand("sudo") && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0))
    return false;
  const aptGet = (...args) => (isRoot ? succeeds("apt-get", args) : succeeds("sudo", ["-n", "apt-get", ...args]));
  // Old lists name packages that are gone, and a new machine has none; without new ones the old may do.
  aptGet("update", "-qq");
  return aptGet("install", "-y", "-qq", "--no-install-recommends", name);
}

function installNode(version) {
  const folder = nodeFolder(version);
  const quiet = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  return succeeds("npm", ["install", "--prefix", folder, ...quiet, `${nodePackage()}@${version}`]);
}

/** Installs what is missing. What cannot be had is told; the tests that need it then fail. */
export function preparePlatforms() {
  for (const name of Object.keys(browsers)) {
    if (findBrowser(name)) continue;
    console.error(`virtuafiz: installing ${name} …`);
    if (!installPackage(browsers[name].package) || !findBrowser(name)) console.error(`virtuafiz: ${browserHint(name)}`);
  }
  for (const version of otherNodes) {
    if (findNode(version)) continue;
    console.error(`virtuafiz: fetching Node ${version} …`);
    if (!installNode(version)) console.error(`virtuafiz: ${nodeHint(version)}`);
  }
}
