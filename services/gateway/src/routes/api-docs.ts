import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "@matinale/contracts/api";
import express, { type Router } from "express";

/** Replaces the example of swagger-ui-dist: our document, and the header that every call needs. */
const initializer = `SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger-ui",
  requestInterceptor(request) {
    request.headers["X-Requested-With"] = "XMLHttpRequest";
    return request;
  },
});
`;
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; connect-src 'self'";

/** Description of the API for developers. @param browser serves Swagger UI, too, loaded from this origin only */
export function apiDocs({ browser }: { browser: boolean }): Router {
  const document = openApiDocument();
  const router = express.Router().get("/openapi.json", (_req, res) => void res.json(document));
  if (!browser) return router;
  const folder = dirname(fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json")));
  return router
    .use((_req, res, next) => {
      res.setHeader("content-security-policy", policy);
      next();
    })
    .get("/swagger-initializer.js", (_req, res) => void res.type("js").send(initializer))
    .use(express.static(folder));
}
