// The two ways to hand something in: one text, or files.
import { Link } from "../../router.tsx";

const TABS = [
  ["/", "One text"],
  ["/files", "Files"],
] as const;

export function CheckTabs({ path }: { path: "/" | "/files" }) {
  return (
    <nav class="tabs" aria-label="What to check">
      {TABS.map(([href, label]) => (
        <Link key={href} href={href} aria-current={href === path ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
