import { cp, mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { dockerIgnore } from "./docker-ignore.ts";
import { parseDockerfile, substitute, type Instruction, type Stage } from "./dockerfile.ts";

export interface Built {
  /** The folder that stands for /app. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** Instructions that were skipped because they need the base image or root. */
  readonly skipped: readonly string[];
}

export type Build = (target: string) => Promise<Built>;

interface DockerfileRun {
  /** The repository. */
  readonly context: string;
  readonly args: Readonly<Record<string, string>>;
  /** An empty folder to work in. */
  readonly work: string;
}

const systemOnly = /^(apt-get|chown)\b/;

/**
 * Runs a Dockerfile in plain folders, with this machine's Node instead of the base image. It checks the steps and
 * their result without Docker. Supports only what our Dockerfile uses.
 *
 * @returns  a function that builds a target. It throws CommandFailed when a RUN fails and Error for an unknown
 *           instruction or path.
 */
export async function runDockerfile({ context, args, work }: DockerfileRun): Promise<Build> {
  const { stages } = parseDockerfile(await readFile(join(context, "Dockerfile"), "utf8"));
  const ignored = dockerIgnore(await readFile(join(context, ".dockerignore"), "utf8"));
  const done = new Map<string, Built>();

  const build: Build = async (name) => {
    const stage = stages.find((candidate) => candidate.name === name);
    if (!stage) throw new Error(`the Dockerfile has no stage ${name}`);
    const previous = done.get(name);
    if (previous) return previous;
    const built = await buildStage(stage);
    done.set(name, built);
    return built;
  };

  const buildStage = async (stage: Stage): Promise<Built> => {
    const folder = join(work, stage.name);
    await mkdir(folder, { recursive: true });
    const known = stages.some(({ name }) => name === stage.from);
    if (!known && !/[:@]/.test(stage.from)) throw new Error(`no stage and no image: ${stage.from}`);
    const base = known ? await build(stage.from) : undefined;
    if (base) await cp(base.folder, folder, { recursive: true, verbatimSymlinks: true });
    const values: Record<string, string> = {};
    const env: Record<string, string> = { ...base?.env };
    let command = base?.command ?? [];
    const skipped = [...(base?.skipped ?? [])];
    for (const instruction of stage.instructions) {
      const text = () => substitute(instruction.text, { ...env, ...values });
      switch (instruction.name) {
        case "ARG":
          values[instruction.text] = args[instruction.text] ?? "";
          break;
        case "ENV":
          for (const [, key = "", value = ""] of text().matchAll(/(\w+)=(\S*)/g)) env[key] = value;
          break;
        case "COPY":
          await copy(text(), folder);
          break;
        case "RUN": {
          // Uses this machine's npm cache instead of the builder's.
          const script = instruction.text
            .replace(/^(--mount=\S+\s+)+/, "")
            .replaceAll(/ --cache \S+/g, "");
          if (systemOnly.test(script)) skipped.push(script);
          else await run(script, folder, { ...env, ...values });
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

  const copy = async (text: string, folder: string): Promise<void> => {
    const [, from, rest = ""] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(text) ?? [];
    const paths = rest.trim().split(/\s+/);
    const destination = resolve(folder, paths.pop() ?? "");
    const many = rest.endsWith("/");
    const source = from ? (await build(from)).folder : context;
    for (const path of paths) {
      if (!from && ignored(path)) throw new Error(`.dockerignore excludes ${path}`);
      const origin = join(source, path.replace(/^\/app(\/|$)/, ""));
      if (from && (await moved(origin, destination))) continue;
      if ((await stat(origin)).isDirectory())
        await copyFolder(origin, destination, from ? () => false : ignored);
      else await copyFile(origin, many ? join(destination, basename(path)) : destination);
    }
  };

  const copyFile = async (origin: string, destination: string): Promise<void> => {
    await mkdir(dirname(destination), { recursive: true });
    await cp(origin, destination);
  };

  const copyFolder = (
    origin: string,
    destination: string,
    isIgnored: (path: string) => boolean,
  ): Promise<void> =>
    cp(origin, destination, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !isIgnored(relative(context, path)),
    });

  return build;
}

/** Each of our stages is copied from only once, so its files can be moved, which is faster. */
async function moved(origin: string, destination: string): Promise<boolean> {
  await mkdir(dirname(destination), { recursive: true });
  return rename(origin, destination).then(
    () => true,
    () => false,
  );
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

/** All files in a folder, except those of installed packages. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes("node_modules/"));
}
