import { importRules } from "./dev/import-rules/import-rules.ts";

export default importRules(import.meta.dirname);
