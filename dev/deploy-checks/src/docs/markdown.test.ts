import { expect, test } from "vitest";
import { commandsOf, fragmentsOf, linksOf, spansOf } from "./markdown.ts";

const page = `Run \`make up\`, see [the chart](../a.md#b) and <https://a.example>.

\`\`\`sh
kubectl -n matinale create secret generic matinale \\
  --from-literal=A=b    # once
echo done
\`\`\`

1. Then:

   \`\`\`sh
   helm -n matinale test matinale
   \`\`\`

\`\`\`yaml
make: no command
\`\`\`

Set \`logLevel\`, as on [the web](https://a.example).
`;

test("finds commands in blocks and in sentences and joins continued lines", () => {
  expect(commandsOf(page)).toEqual([
    "kubectl -n matinale create secret generic matinale    --from-literal=A=b",
    "helm -n matinale test matinale",
    "make up",
  ]);
});

test("finds inline code and links to files", () => {
  expect(spansOf(page)).toEqual(["make up", "logLevel"]);
  expect(linksOf(page)).toEqual(["../a.md#b"]);
});

test("makes the fragments of headings as GitHub does", () => {
  expect([...fragmentsOf("# After that\n\n## A field’s `id`\n### voice_notes\n")]).toEqual([
    "after-that",
    "a-fields-id",
    "voice_notes",
  ]);
});
