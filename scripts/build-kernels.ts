/**
 * `bun scripts/build-kernels.ts`: compiles the kernels of src/runtime/kernels/assembly to row-kernels.generated.ts; with
 * `--check` it only reports whether that file is of the assembly as it is. The compiler is installed when it is needed:
 * it weighs a hundred megabytes, and who does not change a kernel needs none of them.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "./install-packages.ts";

const kernelsFolder = join(import.meta.dirname, "../src/runtime/kernels");
const source = join(kernelsFolder, "assembly/rows.ts");
const target = join(kernelsFolder, "row-kernels.generated.ts");
const compilerFolder = join(import.meta.dirname, ".compiler");

/** Exact, so that the same assembly always becomes the same bytes. */
const packages = { assemblyscript: "0.28.20" };
const options = ["-O3", "--enable", "simd", "--runtime", "stub", "--importMemory", "--noAssert"];

const sourceHash = new Bun.CryptoHasher("sha256").update(readFileSync(source)).digest("hex");
if (!process.argv.includes("--check")) writeFileSync(target, textOf(compile()));
else if (!existsSync(target) || !readFileSync(target, "utf8").includes(sourceHash)) {
  console.error("src/runtime/kernels/row-kernels.generated.ts is not up to date: run bun scripts/build-kernels.ts");
  process.exit(1);
}

function textOf(wasm: Uint8Array): string {
  return [
    "// Written by scripts/build-kernels.ts from assembly/rows.ts, whose SHA-256 is",
    `// ${sourceHash}`,
    `export const rowKernelsWasm = "${Buffer.from(wasm).toString("base64")}";`,
    "",
  ].join("\n");
}

function compile(): Uint8Array {
  installPackages(compilerFolder, { packages });
  const compiler = join(compilerFolder, "node_modules/assemblyscript/bin/asc.js");
  const compiled = join(compilerFolder, "rows.wasm");
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, compiler, source, ...options, "-o", compiled], {
    cwd: kernelsFolder,
  });
  if (exitCode !== 0) throw new Error(`The kernels could not be compiled:\n${stderr.toString()}`);
  return readFileSync(compiled);
}
