import { mkdir, writeFile } from "node:fs/promises";
import { openApiDocument } from "./api/index.ts";

/** Writes docs/api/openapi.json, which is compared with the schemas by a test. */
const folder = new URL("../../../docs/api/", import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL("openapi.json", folder), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
