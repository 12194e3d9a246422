/** What one thread found, in a form that another one can take over without a copy. */
export type PackedArray = Uint8Array | Uint32Array | Float64Array;
