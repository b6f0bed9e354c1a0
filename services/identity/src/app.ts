import { createApp, type Logger } from "@matinale/kit";
import type { Express } from "express";
import type { ContactDeps } from "./application/send-contact-message.ts";
import type { Passwords } from "./clients/argon2/passwords.ts";
import { contactRoutes, openContactRoutes } from "./routes/contact.ts";
import { credentialsRoutes } from "./routes/credentials.ts";
import { emailLinkRoutes, emailRoutes } from "./routes/email.ts";
import { erasureRoutes } from "./routes/erasure.ts";
import { exportRoutes } from "./routes/export.ts";
import { passwordResetRoutes, passwordRoutes } from "./routes/password.ts";
import { pictureFileRoutes, pictureRoutes } from "./routes/picture.ts";
import { profileRoutes } from "./routes/profile.ts";
import { signupRoutes } from "./routes/signup.ts";

export const identityApp = (
  options: ContactDeps & { passwords: Passwords; secret: string; logger: Logger },
): Express => {
  const { users, passwords, secret, logger } = options;
  return createApp({
    service: "identity",
    secret,
    logger,
    open: [
      signupRoutes(options),
      credentialsRoutes(users, passwords, secret),
      passwordResetRoutes(options, secret),
      emailLinkRoutes(options),
      pictureRoutes(users, secret),
      pictureFileRoutes(users),
      openContactRoutes(options),
    ],
    routes: [
      profileRoutes(options),
      emailRoutes(options),
      passwordRoutes(options),
      exportRoutes(options),
      erasureRoutes(options),
      contactRoutes(options),
    ],
  });
};
