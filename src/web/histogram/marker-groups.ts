/** An instant with a name, such as a deploy. */
export interface HistogramMarker {
  id: number;
  time: number;
  title: string;
}

/** Markers that would cover each other, in the order of time. */
export interface MarkerGroup {
  /** Place of the first marker. All shares are of the histogram's width. */
  place: number;
  /** Share of the width that its title may take. */
  room: number;
  /** True when it stands so far right that its title goes left of the line. */
  isLate: boolean;
  markers: readonly HistogramMarker[];
}

/** Share of the width that a marker keeps for itself: some 30 pixels, enough to be pointed at. */
const apartShare = 0.025;
const lateShare = 0.85;

/** Markers between two instants; however many there are, at most 41 groups come out. */
export function gatherMarkers(markers: readonly HistogramMarker[], from: number, to: number): MarkerGroup[] {
  const groups: { place: number; markers: HistogramMarker[] }[] = [];
  for (const marker of markers.toSorted((a, b) => a.time - b.time)) {
    const place = (marker.time - from) / (to - from);
    if (!(place >= 0 && place <= 1)) continue;
    const last = groups.at(-1);
    if (last !== undefined && place - last.place < apartShare) last.markers.push(marker);
    else groups.push({ place, markers: [marker] });
  }
  return groups.map((group, index) => {
    const isLate = group.place > lateShare;
    const beside = groups[isLate ? index - 1 : index + 1];
    if (beside === undefined) return { ...group, isLate, room: 1 };
    const gap = Math.abs(beside.place - group.place);
    // Two titles that grow towards each other share what is between them.
    return { ...group, isLate, room: beside.place > lateShare === isLate ? gap : gap / 2 };
  });
}
