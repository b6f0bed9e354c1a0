import type { ServiceName } from "../backing.ts";
import type { Engine, NativeContext } from "../engine.ts";
export interface Docker {
  readonly socket: string;
}
export async function usableDocker(_env: NodeJS.ProcessEnv): Promise<Docker | undefined> {
  return undefined;
}
export async function containerEngine(
  _docker: Docker,
  _name: ServiceName,
  _context: NativeContext,
): Promise<Engine | undefined> {
  return undefined;
}
