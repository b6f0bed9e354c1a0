/** `lean` answers the driver's binaries instead of buffers: their bytes, nothing copied. */
export const bytesOf = (value: Uint8Array | { buffer: Uint8Array } | undefined): Uint8Array =>
  value instanceof Uint8Array ? value : (value?.buffer ?? new Uint8Array());
