import { expect, test } from "vitest";
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
