import { mkdir, writeFile } from "node:fs/promises";
import { openApiDocument } from "./api/index.ts";

/** Writes docs/api/openapi.json. A test compares the file with the schemas. */
const folder = new URL("../../../docs/api/", import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL("openapi.json", folder), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
