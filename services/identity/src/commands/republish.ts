// node services/identity/src/commands/republish.ts        after a restore, while the service runs
import { runRepublish } from "@matinale/bus";
import { UserStore } from "../store/users.ts";

await runRepublish((mongo) => new UserStore(mongo));
