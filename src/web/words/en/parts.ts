/** What several pages say. */
export const parts = {
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  undo: "Undo",
  remove: "Delete",
  open: "Open it",
  yes: "Yes",
  no: "No",
  never: "never",
  nobody: "Nobody",
  everybody: "Everybody",
  unknownUser: (id: number) => `User ${id}`,
  loading: "Loading",
  /** A failure in one line. */
  refused: (title: string, text: string) => `${title}. ${text}`,
  nextEntry: "Next one",
  previousEntry: "One before",
  openEntry: "Open it",
  closeEntry: "Close it",
};
