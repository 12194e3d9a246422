/** Events as they come. */
export const tail = {
  title: "Tail",
  writeLine: "Write the line",
  lineHint: "Follow all events, or those of a line",
  goOn: "Go on",
  pause: "Pause",
  clear: "Clear the lines",
  search: "Search these",
  paused: "Paused",
  waiting: "Waiting for the next event",
  waitingText: "It is shown as soon as it is stored.",
  waitingLine: "It is shown as soon as one comes that the line means.",
  states: {
    connecting: "connecting",
    live: "live",
    lost: "not connected; it goes on by itself, from where it was",
  },
  wouldNot: "The service would not go on.",
  /** Behind their number. */
  aSecond: "a second",
  sinceOpened: "since it was opened",
  anew: "Begin anew",
  showNew: (count: string) => `${count} new, show them`,
  log: "Events as they come",
  someMissed: "Some are not shown",
  missed: (count: string) => `${count} not shown`,
  again: (count: string) => `${count}× again`,
};
