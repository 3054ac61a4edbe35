// `npm run build`: makes the clone ready, dist/ and the static site. A program of its own: the site's settings import
// site.mjs, and one that builds when imported would build for ever.
import { build, install } from "./setup.mjs";
import { buildSite } from "./site.mjs";

install("lab");
build();
await buildSite();
