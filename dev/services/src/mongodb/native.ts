import { nativeDocumentDb } from "../documentdb/native.ts";
import { canUnpackDebian } from "../debian/debian-tree.ts";
import type { Engine, NativeContext } from "../engine.ts";
import { findMongod, nativeMongod } from "./mongod.ts";

/** MongoDB where it is available, else the open-source DocumentDB engine with the same wire protocol. */
export async function nativeMongoDb(context: NativeContext): Promise<Engine> {
  const mongod = await findMongod(context.cache, context.log);
  if (mongod) return nativeMongod(mongod, context);
  if (canUnpackDebian()) return nativeDocumentDb(context);
  throw new Error(
    "There is no MongoDB: install 6.0 or later, so that mongod is on the PATH, or set MONGODB_URI",
  );
}
