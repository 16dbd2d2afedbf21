// A name in another language, marked as such for fonts and screen readers.
export function LocalName({ name, lang }: { name: string | undefined; lang: string }) {
  if (name === undefined) return null;
  return (
    <bdi class="local-name" lang={lang}>
      {name}
    </bdi>
  );
}
