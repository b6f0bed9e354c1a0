import { cp, mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import dockerignore from "@balena/dockerignore";
import { runCommand, succeeds } from "@matinale/dev-services";
import { parseDockerfile, substitute, type Instruction, type Stage } from "./dockerfile.ts";

export interface Built {
  /** The folder that stands for /app. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** Instructions that were skipped because they need the base image or root. */
  readonly skipped: readonly string[];
}

/** Builds a target. @param service  value of the argument SERVICE */
export type Build = (target: string, service: string) => Promise<Built>;

const systemOnly = /^(apt-get|chown)\b/;

/**
 * Runs a Dockerfile in plain folders, with this machine's Node instead of the base image. It checks the steps and
 * their result without Docker. Supports only what our Dockerfile uses: one argument, SERVICE. Stages that do not
 * declare it are built once for all services.
 *
 * @param context  the repository
 * @param work     an empty folder; the stages of a service are in the folder with its name
 * @returns        a function that builds a target. It throws CommandFailed when a RUN fails and Error for an unknown
 *                 instruction or path.
 */
export async function runDockerfile(context: string, work: string): Promise<Build> {
  const { stages } = parseDockerfile(await readFile(join(context, "Dockerfile"), "utf8"));
  const dockerIgnore = dockerignore.default();
  dockerIgnore.add(await readFile(join(context, ".dockerignore"), "utf8"));
  const builds = new Map<string, Promise<Built>>();

  const stageNamed = (name: string): Stage | undefined => stages.find((each) => each.name === name);
  const isShared = ({ instructions, from }: Stage): boolean => {
    const base = stageNamed(from);
    return (
      instructions.every(({ name }) => name !== "ARG") && (base === undefined || isShared(base))
    );
  };

  const build: Build = (target, service) => {
    const stage = stageNamed(target);
    if (!stage) throw new Error(`the Dockerfile has no stage ${target}`);
    const folder = join(work, isShared(stage) ? "shared" : service, target);
    const built = builds.get(folder) ?? buildStage(stage, service, folder);
    builds.set(folder, built);
    return built;
  };

  const buildStage = async (stage: Stage, service: string, folder: string): Promise<Built> => {
    await mkdir(folder, { recursive: true });
    const isKnown = stageNamed(stage.from) !== undefined;
    if (!isKnown && !/[:@]/.test(stage.from))
      throw new Error(`no stage and no image: ${stage.from}`);
    const base = isKnown ? await build(stage.from, service) : undefined;
    if (base) await cp(base.folder, folder, { recursive: true, verbatimSymlinks: true });
    const env: Record<string, string> = { ...base?.env };
    let command = base?.command ?? [];
    const skipped = [...(base?.skipped ?? [])];
    for (const instruction of stage.instructions) {
      const text = substitute(instruction.text, { ...env, SERVICE: service });
      switch (instruction.name) {
        case "ARG":
          break;
        case "ENV":
          for (const [, key = "", value = ""] of text.matchAll(/(\w+)=("[^"]*"|\S*)/g))
            env[key] = value.replaceAll('"', "");
          break;
        case "COPY":
          await copy(text, service, folder);
          break;
        case "RUN": {
          // Uses this machine's npm cache instead of the builder's.
          const script = instruction.text
            .replace(/^(--mount=\S+\s+)+/, "")
            .replaceAll(/ --cache \S+/g, "");
          if (systemOnly.test(script)) skipped.push(script);
          else await run(script, folder, { ...env, SERVICE: service });
          break;
        }
        case "CMD":
          command = JSON.parse(instruction.text);
          break;
        default:
          skip(instruction, skipped);
      }
    }
    return { folder, env, command, skipped };
  };

  const copy = async (text: string, service: string, folder: string): Promise<void> => {
    const [, from, rest = ""] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(text) ?? [];
    const paths = rest.trim().split(/\s+/);
    const destination = resolve(folder, paths.pop() ?? "");
    const source = from ? (await build(from, service)).folder : context;
    for (const path of paths) {
      if (!from && dockerIgnore.ignores(path)) throw new Error(`.dockerignore excludes ${path}`);
      const origin = join(source, path.replace(/^\/app(\/|$)/, ""));
      const isFolder = (await stat(origin)).isDirectory();
      const target =
        isFolder || !rest.endsWith("/") ? destination : join(destination, basename(path));
      await mkdir(dirname(target), { recursive: true });
      // Each stage of one service is copied from only once, so its files can be moved, which is faster.
      if (source.startsWith(join(work, service)) && (await succeeds(rename(origin, target))))
        continue;
      await cp(origin, target, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => from !== undefined || !dockerIgnore.ignores(relative(context, file)),
      });
    }
  };

  return build;
}

function skip({ name, text }: Instruction, skipped: string[]): void {
  if (name === "WORKDIR" && text === "/app") return;
  if (!["USER", "EXPOSE", "ENTRYPOINT"].includes(name))
    throw new Error(`unknown instruction: ${name} ${text}`);
  if (name !== "EXPOSE") skipped.push(`${name} ${text}`);
}

async function run(script: string, cwd: string, env: Record<string, string>): Promise<void> {
  await runCommand("sh", ["-c", script], {
    cwd,
    // As in a builder with a warm cache, without the developer's NODE_ENV.
    env: { ...process.env, NODE_ENV: "", ...env, npm_config_prefer_offline: "true" },
  });
}

export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes("node_modules/"));
}
