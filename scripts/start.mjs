// `npm start`: makes the clone ready, builds the lab and serves it to this machine. `npm start -- 8080` chooses the
// port.
import { build, install } from "./setup.mjs";

install("lab");
build();
const { buildSite, serve } = await import("./site.mjs");
await buildSite();

const usual = 4173;
const asked = process.argv[2];
if (asked !== undefined && !/^\d{1,5}$/.test(asked)) {
  console.error(`virtuafiz: '${asked}' is no port; write npm start -- ${usual}`);
  process.exit(2);
}
const server = await serve(asked === undefined ? usual : Number(asked)).catch((error) => {
  // Somebody else has the usual port: any other will do. A port that was asked for is not replaced.
  if (asked === undefined && error.code === "EADDRINUSE") return serve(0);
  console.error(`virtuafiz: port ${asked} cannot be used: ${error.message}`);
  process.exit(1);
});
console.log(`The lab is at http://localhost:${server.address().port}/   (Ctrl+C ends it)`);
