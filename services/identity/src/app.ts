import { createApp, json, requireService, type Logger } from "@matinale/kit";
import type { Express } from "express";
import type { ContactDeps } from "./application/send-contact-message.ts";
import type { Passwords } from "./clients/argon2/passwords.ts";
import { accountRoutes, openAccountRoutes } from "./routes/account.ts";
import { contactRoutes, openContactRoutes } from "./routes/contact.ts";
import { emailLinkRoutes, emailRoutes } from "./routes/email.ts";
import { exportRoutes } from "./routes/export.ts";
import { passwordResetRoutes, passwordRoutes } from "./routes/password.ts";
import { pictureFileRoutes, pictureRoutes, uploadRoutes } from "./routes/picture.ts";

export const identityApp = (
  options: ContactDeps & { passwords: Passwords; secret: string; logger: Logger },
): Express => {
  const { users, secret, logger } = options;
  const fromGateway = [requireService({ audience: "identity", secret }), json()];
  return createApp({
    service: "identity",
    secret,
    logger,
    open: [
      openAccountRoutes(options, fromGateway),
      passwordResetRoutes(options, fromGateway),
      emailLinkRoutes(options),
      uploadRoutes(users, secret),
      pictureFileRoutes(users),
      openContactRoutes(options),
    ],
    routes: [
      accountRoutes(options),
      pictureRoutes(users),
      emailRoutes(options),
      passwordRoutes(options),
      exportRoutes(options),
      contactRoutes(options),
    ],
  });
};
