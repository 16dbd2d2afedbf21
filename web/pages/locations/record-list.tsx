// Records by name, each a link to its own page, with an id that can be copied.
import { useEffect, useRef } from "preact/hooks";
import { Link } from "../../router.tsx";
import { CopyId } from "./copy-id.tsx";
import type { Item } from "./load-place.ts";
import { LocalName } from "./local-name.tsx";

export function RecordList({
  title,
  items,
  chosen,
  lang,
}: {
  title: string;
  items: Item[];
  chosen: number | null;
  lang: string;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Only the list moves: the page itself stays where it is.
    const record = list.current?.querySelector<HTMLElement>(".chosen-record");
    if (list.current) list.current.scrollTop = record ? record.offsetTop - 80 : 0;
  }, [items]);
  return (
    <section class="card column" aria-label={title}>
      <h2>
        {title} <span class="soft count">{items.length}</span>
      </h2>
      {items.length === 0 ? (
        <p class="soft">There are no {title.toLowerCase()} here.</p>
      ) : (
        <ul class="plain records" ref={list}>
          {items.map(({ id, name, display_name, local_name, href }) => (
            <li key={id} class={id === chosen ? "chosen-record" : ""}>
              <Link href={href} aria-current={id === chosen ? "true" : undefined}>
                <bdi>{display_name ?? name}</bdi> <LocalName name={local_name} lang={lang} />
              </Link>
              <CopyId id={id} name={name} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
