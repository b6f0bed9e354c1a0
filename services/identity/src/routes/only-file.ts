import type { IncomingMessage } from "node:http";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { HttpError } from "@matinale/kit";
import { pictureTexts } from "../domain/texts.ts";

const formType = /^multipart\/form-data\s*(?:;|$)/i;

/** Enough for the boundary, name and type of one part. Bytes. */
const headerSize = 4_096;

const notOneFile = (cause?: unknown): HttpError =>
  new HttpError("VALIDATION_FAILED", pictureTexts.notOneFile, { cause });

/**
 * Reads a form that must contain one file, with at most `maxBytes` in memory. After a refusal it discards the
 * rest of the body, so that the client can read the response on the same connection.
 *
 * @throws HttpError when the body is not a form, has not exactly this one file, or is too large
 */
export async function onlyFile(
  req: IncomingMessage,
  { field, maxBytes }: { field: string; maxBytes: number },
): Promise<Buffer> {
  if (!formType.test(req.headers["content-type"] ?? "")) {
    throw new HttpError("UNSUPPORTED_MEDIA_TYPE", pictureTexts.notAForm);
  }
  const form = openForm(req, maxBytes);
  const chunks: Buffer[] = [];
  let files = 0;

  return new Promise((resolve, reject) => {
    const refuse = (error: HttpError) => {
      req.unpipe(form);
      req.resume();
      reject(error);
    };
    form.on("file", (name, file) => {
      file.on("error", (error) => refuse(notOneFile(error)));
      file.on("limit", () => refuse(new HttpError("PAYLOAD_TOO_LARGE", pictureTexts.tooLarge)));
      file.on("data", (chunk: Buffer) => chunks.push(chunk));
      files += 1;
      if (name !== field) refuse(notOneFile());
    });
    for (const excess of ["field", "filesLimit", "partsLimit"] as const) {
      form.on(excess, () => refuse(notOneFile()));
    }
    form.on("error", (error) => refuse(notOneFile(error)));
    form.on("finish", () => {
      // the request keeps this listener: without its chunks the file is in memory once
      if (files === 1) resolve(Buffer.concat(chunks.splice(0)));
      else refuse(notOneFile());
    });
    req.once("error", (error) => refuse(notOneFile(error)));
    req.once("close", () => {
      if (!req.complete) refuse(notOneFile());
    });
    req.pipe(form);
  });
}

function openForm(req: IncomingMessage, maxBytes: number) {
  try {
    return new Busboy({
      headers: req.headers as BusboyHeaders,
      limits: { files: 1, parts: 2, fields: 1, fieldSize: 1, fileSize: maxBytes, headerSize },
    });
  } catch (error) {
    throw notOneFile(error);
  }
}
