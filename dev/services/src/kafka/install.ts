import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installOnce } from "../installation-lock.ts";
import { findProgram, runCommand } from "../process/run-command.ts";
import { canInstallPackages, installPackages } from "../debian/system-packages.ts";

export const kafkaVersion = "4.1.1";
const scalaVersion = "2.13";
// The SLF4J 1.7 binding. Kafka's own dependencies include slf4j-api 1.7 and log4j-core.
const log4jVersion = "2.24.3";
const dependencyPlugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

/** Installs Apache Kafka from its Maven artifacts. Needs Java 17 or later, and Maven for the download. */
export async function installKafka(cache: string, log: (line: string) => void) {
  const target = join(cache, "kafka", kafkaVersion);
  const needsMaven = () => !existsSync(target) && findProgram("mvn") === undefined;
  let java = await usableJava();
  if (java === undefined || needsMaven()) {
    if (!canInstallPackages()) throw new Error(whatToInstall);
    await installPackages(["default-jre-headless", "maven"], log);
    java = await usableJava();
  }
  if (java === undefined || needsMaven()) throw new Error(whatToInstall);
  const home = await installOnce(target, async (work) => {
    log(`kafka: downloading Apache Kafka ${kafkaVersion} with Maven`);
    const file = join(work, "pom.xml");
    await writeFile(file, pom);
    const options = ["-DincludeScope=runtime", `-DoutputDirectory=${join(work, "home/libs")}`];
    await runCommand("mvn", ["-B", "-q", "-f", file, dependencyPlugin, ...options]);
    return join(work, "home");
  });
  return { java, libraries: join(home, "libs") };
}

const whatToInstall =
  "Kafka needs Java 17 or later and Maven: install them (Debian: default-jre-headless, maven), or set KAFKA_BROKERS";

async function usableJava(): Promise<string | undefined> {
  const home = process.env["JAVA_HOME"];
  const java = (home && findProgram("java", join(home, "bin"))) || findProgram("java");
  if (!java) return undefined;
  const output = await runCommand("sh", ["-c", '"$1" -version 2>&1', "sh", java]).catch(() => "");
  return majorVersion(output) >= 17 ? java : undefined;
}

/** From `java -version`: `openjdk version "17.0.15" 2025-04-15`; Java 8 prints "1.8.0". */
export function majorVersion(output: string): number {
  const found = /version "(?:1\.)?(\d+)/.exec(output);
  return Number(found?.[1] ?? 0);
}

const pom = `<project><modelVersion>4.0.0</modelVersion>
  <groupId>matinale</groupId><artifactId>kafka</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId><artifactId>kafka_${scalaVersion}</artifactId><version>${kafkaVersion}</version>
    </dependency>
    <dependency>
      <groupId>org.apache.logging.log4j</groupId><artifactId>log4j-slf4j-impl</artifactId><version>${log4jVersion}</version>
    </dependency>
  </dependencies>
</project>
`;
