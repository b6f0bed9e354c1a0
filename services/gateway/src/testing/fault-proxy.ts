import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export type FaultProxy = Awaited<ReturnType<typeof faultProxy>>;

const command = /\*\d+\r\n\$\d+\r\n([a-z]+)\r\n/gi;

/** A TCP proxy in front of Redis that tests can cut or freeze, and that records the commands of clients. */
export async function faultProxy(first: URL) {
  const open = new Set<Socket>();
  let target = first;
  let frozen = false;
  const proxy = { commands: [] as string[] };

  const serve = (client: Socket) => {
    const upstream = connect(Number(target.port || 6379), target.hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (chunk) => {
      if (frozen) return;
      for (const [, name] of chunk.toString("latin1").matchAll(command)) {
        proxy.commands.push((name ?? "").toLowerCase());
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (!frozen) client.write(chunk);
    });
  };
  const listen = (port: number) =>
    new Promise<Server>((resolve) => {
      const server = createServer(serve).listen(port, "127.0.0.1", () => resolve(server));
    });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.resetAndDestroy();
    });

  let server = await listen(0);
  let listening = true;
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return Object.assign(proxy, {
    url: url.href,
    /** Refuses connections and resets those that are open. */
    cut: async () => {
      listening = false;
      await stop();
    },
    /** Accepts connections and bytes, and sends nothing back. */
    freeze: () => {
      frozen = true;
    },
    restore: async () => {
      // bytes that arrived while frozen are lost, so these connections cannot be used again
      if (frozen) for (const socket of open) socket.resetAndDestroy();
      frozen = false;
      if (!listening) server = await listen(port);
      listening = true;
    },
    /** Connects later connections to another server, as a changed DNS record does. */
    redirect: (next: URL) => {
      target = next;
    },
    close: stop,
  });
}
