/** Faults of an event of the HTTP Event Collector; each has a number for the sender. */
export const splunkFaults = {
  format: "Invalid data format",
  noEvent: "Event field is required",
  blankEvent: "Event field cannot be blank",
} as const;
