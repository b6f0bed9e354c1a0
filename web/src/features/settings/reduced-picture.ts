/** A file of this size arrives within the gateway's 30 s over an uplink of 80 kbit/s. Bytes. */
const smallBytes = 300_000;
/** Shorter side of a reduced picture, in pixels: twice that of the picture that the server stores. */
const shorterSide = 512;

/**
 * A large picture, reduced to the size that the server needs: one of several megabytes would not arrive in time over a
 * slow uplink. Small files stay as they are, also those that the browser cannot reduce.
 */
export async function reducedPicture(file: File): Promise<File> {
  if (file.size <= smallBytes) return file;
  const blob = await reduce(file).catch(() => null);
  return blob ? new File([blob], file.name, { type: blob.type }) : file;
}

async function reduce(file: File): Promise<Blob | null> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(1, shorterSide / Math.min(width, height));
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: width * scale, height: height * scale });
    const context = canvas.getContext("2d");
    if (!context || hidesPixels(context)) return null;
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    // WebP keeps transparency; a browser that cannot write it makes a PNG.
    const type = file.type === "image/jpeg" ? file.type : "image/webp";
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, type, 0.9);
    });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/**
 * Whether the browser gives random pixels for a canvas, so that sites cannot recognise it. Some browsers change each value
 * by one or two, which is not visible.
 */
function hidesPixels(context: CanvasRenderingContext2D): boolean {
  const square = [0, 0, 8, 8] as const;
  context.fillRect(...square);
  const { data: black } = context.getImageData(...square);
  context.clearRect(...square);
  return black.some((value, index) => index % 4 < 3 && value > 8);
}
