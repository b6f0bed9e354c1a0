import { expect, test } from "vitest";
import { parsePrintUris } from "./debian-packages.ts";
import { parseLoaderList } from "./debian-tree.ts";

test("parses found and missing libraries from the loader's list", () => {
  const output = `	linux-vdso.so.1 (0x00007ffc)
	libz.so.1 => /tree/usr/lib/libz.so.1 (0x00007f12ab)
	libgdal.so.36 => not found
	/lib64/ld-linux-x86-64.so.2 (0x00007f)`;
  expect(parseLoaderList(output)).toEqual([
    { name: "libz.so.1", path: "/tree/usr/lib/libz.so.1" },
    { name: "libgdal.so.36" },
  ]);
});

test("parses package names from apt's list of downloads", () => {
  const output = `'http://deb.example/pool/libz/zlib1g_1.3.dfsg-1_amd64.deb' zlib1g_1%3a1.3.dfsg-1_amd64.deb 88 SHA256:1
'http://deb.example/pool/r/redis/redis-server_7_amd64.deb' redis-server_5%3a7.0.15-1_amd64.deb 72
Reading package lists...`;
  expect(parsePrintUris(output)).toEqual(["zlib1g", "redis-server"]);
});
