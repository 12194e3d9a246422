import type { RowKernels } from "./row-kernels.ts";
import { ScalarKernels } from "./scalar-kernels.ts";
import { compileWasmKernels } from "./wasm-kernels.ts";

/** Of this thread. */
export function rowKernels(): RowKernels {
  known ??= compileWasmKernels() ?? new ScalarKernels();
  return known;
}

let known: RowKernels | undefined;
