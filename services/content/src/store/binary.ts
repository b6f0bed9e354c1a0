/** The bytes of a value that `lean` returns, which is a `Binary` of the driver, without a copy. */
export const bytesOf = (value: Uint8Array | { buffer: Uint8Array } | undefined): Uint8Array =>
  value instanceof Uint8Array ? value : (value?.buffer ?? new Uint8Array());
