// Saves a file as a browser download.
export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the time this runs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
