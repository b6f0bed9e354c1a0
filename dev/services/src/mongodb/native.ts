import { nativeDocumentDb } from "../documentdb/native.ts";
import { canUnpackDebian } from "../debian-tree.ts";
import { NothingWorks } from "../engine.ts";
import type { Engine, NativeContext } from "../engine.ts";
import { findMongod, nativeMongod } from "./mongod.ts";

/** MongoDB itself where it can be had, else the open-source DocumentDB engine behind its wire protocol. */
export async function nativeMongoDb(context: NativeContext): Promise<Engine> {
  const mongod = await findMongod(context.cache, context.log);
  if (mongod) return nativeMongod(mongod, context);
  if (canUnpackDebian()) return nativeDocumentDb(context);
  throw new NothingWorks(
    "There is no MongoDB: install 6.0 or later, so that mongod is on the PATH, or set MONGODB_URI",
  );
}
