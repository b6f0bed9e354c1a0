import { writeFile } from "node:fs/promises";
import { configurationPage } from "./configuration.ts";

/** Writes docs/configuration.md; `make gen` formats it afterwards. */
await writeFile(new URL("../../../docs/configuration.md", import.meta.url), configurationPage());
