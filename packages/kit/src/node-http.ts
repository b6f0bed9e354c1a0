/**
 * node:http without its fetch and WebSocket, which no service uses: an ES import reads every export and so loads
 * both.
 */
export const { createServer } = process.getBuiltinModule("node:http");
