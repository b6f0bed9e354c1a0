import { Schema } from "mongoose";

/**
 * Documents with a string as id. Their fields are described by the type of their model, and validated at the edges of
 * the service: the schema neither casts nor checks them, and has no defaults. Declare their indexes on it.
 */
export const indexedDocuments = () =>
  new Schema({ _id: String }, { strict: false, versionKey: false, minimize: false });
