import { createApp, type Logger } from "@matinale/kit";
import type { Express } from "express";
import { exportRoutes } from "./routes/export.ts";
import { internalMediaRoutes, mediaRoutes } from "./routes/media.ts";
import { shortLinkRoutes } from "./routes/short-links.ts";
import { outletRoutes } from "./routes/outlets.ts";
import { previewRoutes, type Previewing } from "./routes/preview-news.ts";
import type { ShortLinks } from "./application/shorten-links.ts";
import type { FeedStore } from "./store/feeds.ts";
import type { DigestRequestStore } from "./store/digest-requests.ts";
import type { MediaStore } from "./store/media.ts";

export const contentApp = (options: {
  feeds: FeedStore;
  media: MediaStore;
  shortLinks: ShortLinks;
  requests: DigestRequestStore;
  previewing: Previewing;
  secret: string;
  logger: Logger;
}): Express =>
  createApp({
    service: "content",
    secret: options.secret,
    logger: options.logger,
    open: [
      outletRoutes(options.feeds),
      shortLinkRoutes(options.shortLinks),
      mediaRoutes(options.media, options.previewing.mediaSecret),
      internalMediaRoutes(options.media, { audience: "content", secret: options.secret }),
    ],
    routes: [
      previewRoutes(options.previewing),
      exportRoutes({ subscribers: options.previewing.subscribers, requests: options.requests }),
    ],
  });
