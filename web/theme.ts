// Light, dark or the system's appearance. The choice is stored in this browser only.
export type Theme = "system" | "light" | "dark";

const NAME = "lodestone-theme";

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(NAME);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function keepTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(NAME, theme);
  } catch {
    // Without local storage the choice lasts until the page is closed.
  }
}
