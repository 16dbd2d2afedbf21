// Light, dark or what the system says. The choice is this browser's alone and never leaves it.
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
    // A browser that keeps nothing shows the choice until the page is closed.
  }
}
