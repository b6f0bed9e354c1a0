import { connectMongo } from "@matinale/kit/mongo";
import { testDatabase } from "@matinale/kit/testing";
import { startForTests } from "@matinale/kit/vitest";
import type { Connection } from "mongoose";

/** A database for the tests of a file, dropped after them. @param assign  receives the connection before the first test */
export function databaseForTests(name: string, assign: (connection: Connection) => void): void {
  startForTests(
    async () => {
      const database = testDatabase(name);
      const connection = await connectMongo(database);
      const stop = async () => {
        await connection.close();
        await database.drop();
      };
      return { connection, stop };
    },
    ({ connection }) => assign(connection),
  );
}
