/** Places in a list of repeats by the row of their event; ids that are not there are passed over. */
export function repeatsByRow(ids: Float64Array, repeatIds: ArrayLike<number>): Map<number, number[]> {
  const placesOf = new Map<number, number[]>();
  for (let place = 0; place < repeatIds.length; place++) {
    const id = repeatIds[place]!;
    const places = placesOf.get(id);
    if (places) places.push(place);
    else placesOf.set(id, [place]);
  }
  const byRow = new Map<number, number[]>();
  if (placesOf.size <= fewIds) {
    for (const [id, places] of placesOf) {
      const row = ids.indexOf(id);
      if (row >= 0) byRow.set(row, places);
    }
    return byRow;
  }
  for (let row = 0; row < ids.length; row++) {
    const places = placesOf.get(ids[row]!);
    if (places) byRow.set(row, places);
  }
  return byRow;
}

/** Up to this many repeats, a native search for each id beats one pass that asks a map for each row. */
const fewIds = 16;
