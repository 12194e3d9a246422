// Holds the lock of the folder in its first argument until it is killed; says so when it does.
import { lockFolder } from "../../src/lib/folder-lock.ts";

lockFolder(process.argv[2]!);
process.stdout.write("locked\n");
setInterval(() => undefined, 60_000);
