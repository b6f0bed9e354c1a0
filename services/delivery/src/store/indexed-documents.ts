import { Schema } from "mongoose";

/** Documents with a string as id whose fields only the type of their model describes. Declare their indexes on it. */
export const indexedDocuments = () =>
  new Schema({ _id: String }, { strict: false, versionKey: false, minimize: false });
