// In which language names are shown beside the English ones.
import { useLoad } from "../../load.ts";
import { directory } from "../../service.ts";

export function LanguageChoice({ lang, choose }: { lang: string; choose: (lang: string) => void }) {
  const { loaded } = useLoad((signal) => directory.listLanguages({ signal }));
  const languages = loaded.status === "ready" ? loaded.value.data : [];
  return (
    <div class="language">
      <label for="names-in">Also show names in</label>
      <select id="names-in" value={lang} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">English only</option>
        {languages.map(({ lang: tag, name, native_name }) => (
          <option key={tag} value={tag} lang={tag}>
            {native_name} · {name}
          </option>
        ))}
        {/* Until the list is here the choice that was kept has to be in it. */}
        {lang !== "" && languages.length === 0 && <option value={lang}>{lang}</option>}
      </select>
    </div>
  );
}
