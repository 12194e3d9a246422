/** What is wrong with an event of the HTTP Event Collector; its sender is told a number for each. */
export const splunkFaults = {
  format: "Invalid data format",
  noEvent: "Event field is required",
  blankEvent: "Event field cannot be blank",
} as const;
