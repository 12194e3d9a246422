/** An instant with a name, such as a deploy. */
export interface HistogramMarker {
  id: number;
  time: number;
  title: string;
}

/** Markers that would cover each other, in the order of time. */
export interface MarkerGroup {
  /** Of the first, from 0 to 1. */
  place: number;
  markers: readonly HistogramMarker[];
}

/** Share of the width that a marker keeps for itself: some 30 pixels, enough to be pointed at. */
const roomShare = 0.025;

/** Markers between two instants; however many there are, at most 41 groups come out. */
export function gatherMarkers(markers: readonly HistogramMarker[], from: number, to: number): MarkerGroup[] {
  const groups: { place: number; markers: HistogramMarker[] }[] = [];
  for (const marker of markers.toSorted((a, b) => a.time - b.time)) {
    const place = (marker.time - from) / (to - from);
    if (!(place >= 0 && place <= 1)) continue;
    const last = groups.at(-1);
    if (last !== undefined && place - last.place < roomShare) last.markers.push(marker);
    else groups.push({ place, markers: [marker] });
  }
  return groups;
}
