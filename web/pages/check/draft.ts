// The text in the editor. Kept in memory while other pages are looked at, and gone with the tab.
let text = "";

export function readDraft(): string {
  return text;
}

export function keepDraft(next: string): void {
  text = next;
}
