/** Findings of one thread, in a form that another thread can take over without a copy. */
export type PackedArray = Uint8Array | Uint32Array | Float64Array;
