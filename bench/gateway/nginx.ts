import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, freePort } from "@matinale/dev-services";
import { startChild, type Child } from "../harness/child.ts";

/** nginx as one process, with keep-alive to the upstream; undefined if it is not installed. */
export async function startNginx(upstreamPort: number): Promise<Child | undefined> {
  const program = findProgram("nginx", `${process.env["PATH"]}:/usr/sbin`);
  if (program === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "matinale-nginx-"));
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr error;
events { worker_connections 512; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream service { server 127.0.0.1:${upstreamPort}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port}; keepalive_requests 1000000;
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`,
  );
  const child = await startChild("nginx", [program, "-c", file, "-p", folder], { port });
  return {
    ...child,
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
