// Where a text goes in: typed, pasted or dropped as a file, counted while it grows.
import { useEffect, useId, useState } from "preact/hooks";
import { dropTarget, FilePicker } from "../../components/file-picker.tsx";
import { Notice } from "../../components/notice.tsx";
import { countWords } from "./counts.ts";

type EditorProps = {
  text: string;
  onText: (text: string) => void;
  /** Ctrl or ⌘ with Enter. */
  onSubmit: () => void;
  isBusy: boolean;
  lengthMax: number;
  /** For what is not one plain text: several files, or a format the service must read. */
  onFiles: (files: File[]) => void;
};

export function Editor({ text, onText, onSubmit, isBusy, lengthMax, onFiles }: EditorProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const { take, problem } = useFileReader({ lengthMax, onText, onFiles });
  return (
    <div class={isOver ? "editor over" : "editor"} {...dropTarget(setOver, take)}>
      <label for={id} class="unseen">
        Text to check
      </label>
      <textarea
        id={id}
        dir="auto"
        value={text}
        rows={14}
        placeholder="Paste or type a text here, or drop files. A verdict needs at least 50 words."
        readOnly={isBusy}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        aria-describedby={`${id}-count`}
        onInput={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing)
            return;
          event.preventDefault();
          if (!isBusy && text.length <= lengthMax) onSubmit();
        }}
      />
      <div class="row spread small soft editor-foot">
        <span id={`${id}-count`}>
          <Length text={text} lengthMax={lengthMax} />
        </span>
        <span class="row">
          <ClearButton text={text} onText={onText} isBusy={isBusy} />
          <FilePicker label="Open files" onFiles={take} />
        </span>
      </div>
      {text.length > lengthMax && (
        <Notice kind="error">
          The text is too long by {(text.length - lengthMax).toLocaleString("en")} characters.
        </Notice>
      )}
      {problem !== "" && <Notice kind="error">{problem}</Notice>}
    </div>
  );
}

/** One plain text goes into the editor; `problem` says why it could not. */
function useFileReader({
  lengthMax,
  onText,
  onFiles,
}: Pick<EditorProps, "lengthMax" | "onText" | "onFiles">) {
  const [problem, setProblem] = useState("");
  const take = (chosen: File[]) => {
    const [file] = chosen;
    if (chosen.length !== 1 || file === undefined || !/\.(?:txt|md|markdown)$/i.test(file.name)) {
      onFiles(chosen);
      return;
    }
    readTextFile(file, lengthMax).then(
      (content) => {
        setProblem("");
        onText(content);
      },
      (error: Error) => setProblem(error.message),
    );
  };
  return { take, problem };
}

function Length({ text, lengthMax }: Pick<EditorProps, "text" | "lengthMax">) {
  const words = useCalmWordCount(text);
  return (
    <>
      {words.toLocaleString("en")} {words === 1 ? "word" : "words"}
      {text.length > lengthMax * 0.9 &&
        ` · ${text.length.toLocaleString("en")} of ${lengthMax.toLocaleString("en")} characters`}
      {words > 0 &&
        words < 50 &&
        " · a verdict needs at least 50, and without one no check is counted"}
    </>
  );
}

/** Empties the editor, and brings back what was in it. */
function ClearButton({ text, onText, isBusy }: Pick<EditorProps, "text" | "onText" | "isBusy">) {
  const [cleared, setCleared] = useState("");
  return (
    <>
      {text !== "" && !isBusy && (
        <button
          type="button"
          class="link"
          onClick={() => {
            setCleared(text);
            onText("");
          }}
        >
          Clear
        </button>
      )}
      {text === "" && cleared !== "" && (
        <button type="button" class="link" onClick={() => onText(cleared)}>
          Undo clear
        </button>
      )}
    </>
  );
}

/** Counting a long text takes a few milliseconds: it waits until the typing pauses. */
function useCalmWordCount(text: string): number {
  const [words, setWords] = useState(() => countWords(text));
  useEffect(() => {
    if (text.length < 5_000) {
      setWords(countWords(text));
      return;
    }
    const timer = setTimeout(() => setWords(countWords(text)), 150);
    return () => clearTimeout(timer);
  }, [text]);
  return words;
}

async function readTextFile(file: File, lengthMax: number): Promise<string> {
  // A character takes up to three bytes; reading more than that would only be refused later.
  if (file.size > 3 * lengthMax) throw new Error(`${file.name} is too long to be checked here.`);
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text.replace(/\r\n?/g, "\n");
  } catch {
    // Told below, with what can be done.
  }
  throw new Error(`${file.name} is not a plain text file. Copy its text and paste it here.`);
}
