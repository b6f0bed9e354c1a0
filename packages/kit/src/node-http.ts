/**
 * node:http, as `require` would give it. An ES import reads every export, and with them loads Node's own
 * fetch and WebSocket, which no service uses.
 */
export const { createServer } = process.getBuiltinModule("node:http");
