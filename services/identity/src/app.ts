import { createApp, type Logger } from "@matinale/kit";
import type { Express } from "express";
import type { Passwords } from "./clients/argon2/passwords.ts";
import { credentialsRoutes } from "./routes/credentials.ts";
import { erasureRoutes } from "./routes/erasure.ts";
import { exportRoutes } from "./routes/export.ts";
import { pictureFileRoutes, pictureRoutes } from "./routes/picture.ts";
import { profileRoutes } from "./routes/profile.ts";
import { signupRoutes } from "./routes/signup.ts";
import type { EndedTrials } from "./store/ended-trials.ts";
import type { UserStore } from "./store/users.ts";

export const identityApp = (options: {
  users: UserStore;
  passwords: Passwords;
  endedTrials: EndedTrials;
  secret: string;
  logger: Logger;
}): Express => {
  const { users, passwords, endedTrials, secret, logger } = options;
  return createApp({
    service: "identity",
    secret,
    logger,
    open: [
      signupRoutes(users, passwords, endedTrials),
      credentialsRoutes(users, passwords, secret),
      pictureRoutes(users, secret),
      pictureFileRoutes(users),
    ],
    routes: [
      profileRoutes(users, endedTrials),
      exportRoutes(users),
      erasureRoutes(users, passwords, endedTrials),
    ],
  });
};
