declare module "@evan/opus/wasm/index.js" {
  const opus: Pick<typeof import("@evan/opus"), "Encoder">;
  export default opus;
}
