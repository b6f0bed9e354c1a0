import { createServer, Server, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves an app, or a server's app, on a free loopback port. */
export async function listen(
  app: RequestListener | Server,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = app instanceof Server ? app : createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
