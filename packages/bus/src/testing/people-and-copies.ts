import { connectMongo } from "@matinale/kit/mongo";
import { Schema } from "mongoose";
import { outboxed, type Outboxed } from "../index.ts";

/** An owner's document. */
export interface Person extends Outboxed {
  _id: string;
  version: number;
  language: string;
}

/** Another service's projection of it. */
export interface Copy {
  _id: string;
  user?: { version: number; language: string };
}

/** For tests: the owner's collection and the projection in one database. @param prepare  changes the owner's schema */
export async function peopleAndCopies(
  database: { MONGODB_URI: string; MONGODB_DATABASE: string },
  prepare: (person: Schema<Person>) => void = () => undefined,
) {
  const connection = await connectMongo(database);
  const fields = { _id: String, version: Number, language: String };
  const person = new Schema<Person>(fields, { strict: false });
  person.plugin(outboxed);
  prepare(person);
  const copy = new Schema<Copy>({ _id: String, user: Object });
  const people = connection.model<Person>("Person", person);
  const copies = connection.model<Copy>("Copy", copy);
  return { connection, people, copies };
}
