// For somebody who is here for the first time: texts to try, what the verdicts mean, how good the detector is.
import { useState } from "preact/hooks";
import { Notice } from "../../components/notice.tsx";
import { FALSE_ALARMS, FOUND, unbroken } from "../../false-alarms.ts";
import { Link } from "../../router.tsx";
import { VerdictList } from "./verdict-list.tsx";

const EXAMPLES = [
  ["human", "Written by a person"],
  ["machine", "Written by an AI"],
  ["mixed", "Half and half"],
] as const;

export function Introduction({
  isEmpty,
  onExample,
}: {
  isEmpty: boolean;
  onExample: (text: string) => void;
}) {
  const [isMissing, setMissing] = useState(false);
  const show = (name: (typeof EXAMPLES)[number][0]) =>
    import("./examples.ts").then(
      ({ examples }) => onExample(examples[name]),
      () => setMissing(true),
    );
  return (
    <div class="introduction">
      {isEmpty && (
        <div class="row examples" role="group" aria-label="Examples">
          <span class="small soft">Try an example:</span>
          {EXAMPLES.map(([name, label]) => (
            <button key={name} type="button" class="quiet" onClick={() => void show(name)}>
              {label}
            </button>
          ))}
        </div>
      )}
      {isMissing && <Notice kind="error">The example could not be loaded. Reload the page.</Notice>}
      <div class="cards">
        <section class="card" aria-labelledby="meaning">
          <h2 id="meaning">What the verdicts mean</h2>
          <VerdictList />
        </section>
        <section class="card" aria-labelledby="quality">
          <h2 id="quality">How good is the detector?</h2>
          <p>{unbroken(`${FOUND} ${FALSE_ALARMS}`)}</p>
          <p>
            English gets the best results; Vietnamese and Chinese get a verdict, other languages get
            none. Texts under 50 words are always Uncertain.
          </p>
          <p>
            A result is a reason to look closer, never proof.{" "}
            <Link href="/documentation#quality">All figures and known weaknesses</Link>
          </p>
        </section>
      </div>
    </div>
  );
}
