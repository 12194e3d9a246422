/** Whether files are dragged, and not a column or a card. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}

/**
 * A file that is dropped where nothing takes it would be opened by the browser in place of the page, with all that the
 * reader has not saved.
 */
export function keepDrops(): () => void {
  const keep = (event: DragEvent) => {
    const isField = event.target instanceof HTMLInputElement && event.target.type === "file";
    if (event.defaultPrevented || isField || !hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = "none";
  };
  window.addEventListener("dragover", keep);
  window.addEventListener("drop", keep);
  return () => {
    window.removeEventListener("dragover", keep);
    window.removeEventListener("drop", keep);
  };
}
