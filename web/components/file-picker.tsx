// A link-like label that opens the browser's own choice of files.
export const FILE_TYPES = ".txt,.md,.markdown,.html,.htm,.pdf,.docx,.odt";

export function FilePicker({
  label,
  onFiles,
  isButton = false,
}: {
  label: string;
  onFiles: (files: File[]) => void;
  isButton?: boolean;
}) {
  return (
    <label class={isButton ? "button file-button" : "file-label"}>
      {label}
      <input
        type="file"
        class="unseen"
        multiple
        accept={FILE_TYPES}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (chosen.length > 0) onFiles(chosen);
        }}
      />
    </label>
  );
}

/** Handlers that make an element a place to drop files on; other drags are left to the browser. */
export function dropTarget(setOver: (isOver: boolean) => void, onFiles: (files: File[]) => void) {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
  return {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const dropped = [...(event.dataTransfer?.files ?? [])];
      if (dropped.length > 0) onFiles(dropped);
    },
  };
}
