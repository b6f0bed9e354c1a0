import { router } from "@matinale/kit";
import type { Router } from "express";
import type { Stores } from "../store/index.ts";

/**
 * Identity's part of the data export, in UTC. With the picture itself: its address stops working with the account. Without
 * hashes: those of the password, of links and codes would help to guess them, and the others only recognise an address.
 */
export const exportRoutes = ({
  users,
  subscribers,
  contactMessages,
  messages,
  links,
  codes,
}: Stores): Router =>
  router().get("/export", async (req, res) => {
    const { userId } = req;
    const user = await users.byId(userId);
    const [picture, copies, sent, mails, open, code] = await Promise.all([
      user.picture ? users.pictureBytes(user.picture.key) : null,
      subscribers.document(userId),
      contactMessages.of(userId),
      messages.of(userId),
      links.of(userId),
      codes.document(userId),
    ]);
    res.json({
      username: user.username,
      email: user.email,
      phone: user.phone ?? null,
      language: user.language,
      voice: user.voice,
      signedUpAt: user.signedUpAt,
      emailVerifiedAt: user.emailVerifiedAt ?? null,
      pendingEmail: user.pendingEmail?.email ?? null,
      passwordChangedAt: user.passwordChangedAt ?? null,
      ownerSince: user.ownerSince ?? null,
      terms: user.terms,
      trialUsed: user.trialUsed ?? false,
      picture: picture && `data:image/webp;base64,${picture.toString("base64")}`,
      contactMessages: sent.map(
        ({ _id, topic, email, message, language, plan = null, createdAt }) => ({
          reference: _id,
          topic,
          email,
          message,
          language,
          plan,
          sentAt: createdAt,
        }),
      ),
      mails: mails.map(({ kind, createdAt, dueAt = null, sentUntil = null }) => ({
        kind,
        createdAt,
        dueAt,
        keptUntil: sentUntil,
      })),
      links: open.map(({ purpose, expiresAt }) => ({ purpose, expiresAt })),
      resetCode: code && { expiresAt: code.expiresAt, tries: code.tries },
      copies: {
        subscription: copies?.subscription ?? null,
        preferences: copies?.preferences ?? null,
      },
    });
  });
