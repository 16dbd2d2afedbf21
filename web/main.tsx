// Starts the page.
import { render } from "preact";
import { App } from "./app.tsx";
import { applyTheme, readTheme } from "./theme.ts";

applyTheme(readTheme());
const place = document.getElementById("app");
if (place !== null) render(<App />, place);
