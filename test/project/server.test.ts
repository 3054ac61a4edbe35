// What `npm start` serves: files, to be read, to this machine, by its own names.
import { request, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve } from "../../scripts/site.mjs";

let server: Server;
let port = 0;

beforeAll(async () => {
  server = await serve(0);
  ({ port } = server.address() as { port: number });
});
afterAll(() => void server.close());

function ask(method: string, host: string): Promise<{ status: number; allow: string | undefined }> {
  return new Promise((resolve, reject) => {
    const options = { host: "localhost", port, method, path: "/nowhere", headers: { host }, agent: false };
    const asked = request(options, (response) => {
      response.resume();
      resolve({ status: response.statusCode!, allow: response.headers.allow });
    });
    asked.once("error", reject);
    asked.end();
  });
}

test.each(["POST", "PUT", "DELETE", "TRACE", "OPTIONS", "PATCH"])("%s is refused", async (method) => {
  expect(await ask(method, `localhost:${port}`)).toEqual({ status: 405, allow: "GET, HEAD" });
});

test("the names of this machine are answered, another name or port is not", async () => {
  for (const name of ["localhost", "127.0.0.1", "[::1]"])
    expect((await ask("GET", `${name}:${port}`)).status, name).toBe(404);
  expect((await ask("HEAD", `localhost:${port}`)).status).toBe(404);
  for (const host of ["evil.example", `evil.example:${port}`, "localhost", "localhost:1", `localhost.evil:${port}`])
    expect((await ask("GET", host)).status, host).toBe(421);
});
