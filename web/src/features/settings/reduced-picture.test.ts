import { beforeEach, expect, test, vi } from "vitest";
import { reducedPicture } from "./reduced-picture.ts";

const photo = (type: string, bytes = 4_000_000) =>
  new File([new Uint8Array(bytes)], "me", { type });

/** What jsdom lacks: a decoder of pictures and a canvas. */
const browser = {
  decode: vi.fn<() => Promise<void>>(),
  drawImage: vi.fn<(...given: unknown[]) => void>(),
  black: new Uint8ClampedArray(8 * 8 * 4),
};

beforeEach(() => {
  browser.decode.mockResolvedValue();
  browser.drawImage.mockClear();
  browser.black.fill(0);
  const image = { naturalWidth: 4000, naturalHeight: 3000, decode: browser.decode };
  vi.stubGlobal("Image", function Image() {
    return image;
  });
  // the type of a spy is that of the last overload, getContext("webgpu")
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    fillRect: () => undefined,
    clearRect: () => undefined,
    getImageData: () => ({ data: browser.black }),
    drawImage: browser.drawImage,
  } as unknown as GPUCanvasContext);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type) =>
    done(new Blob(["small"], { type: type ?? "" })),
  );
});

test.each([
  ["image/jpeg", "image/jpeg"],
  ["image/png", "image/webp"],
])(
  "a large %s is reduced to an %s whose shorter side has 512 pixels",
  async (type, reducedType) => {
    const reduced = await reducedPicture(photo(type));
    expect(reduced).toMatchObject({ name: "me", type: reducedType, size: 5 });
    expect(browser.drawImage.mock.calls[0]?.slice(1)).toEqual([0, 0, 682, 512]);
  },
);

test("a small file stays as it is", async () => {
  const file = photo("image/png", 300_000);
  expect(await reducedPicture(file)).toBe(file);
});

test("a file that the browser cannot decode stays as it is", async () => {
  browser.decode.mockRejectedValue(new Error("not a picture"));
  const file = photo("image/jpeg");
  expect(await reducedPicture(file)).toBe(file);
});

test("a browser that gives random pixels sends the file as it is, one that changes them a little does not", async () => {
  const file = photo("image/jpeg");
  browser.black.fill(1);
  expect(await reducedPicture(file)).not.toBe(file);
  browser.black.fill(200);
  expect(await reducedPicture(file)).toBe(file);
});
