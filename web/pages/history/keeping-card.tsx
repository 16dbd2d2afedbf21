// The switch: off until somebody turns it on, with the number of days; turning it off asks what
// becomes of what is kept.
import { useState } from "preact/hooks";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useAction } from "../../load.ts";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";

const DAYS_USUAL = 30;

type Changed = { days: number | null; daysMax: number; total: number; onChange: () => void };

export function KeepingCard({ days, daysMax, total, onChange }: Changed) {
  const { refresh } = useSession();
  const [chosen, setChosen] = useState(String(days ?? Math.min(DAYS_USUAL, daysMax)));
  const [isEnding, setEnding] = useState(false);
  const keep = useAction(async () => {
    await service.keepResults(Number(chosen));
    await refresh();
    onChange();
  });
  const end = useAction(async (isDeleted: boolean) => {
    await service.stopKeeping({ delete: isDeleted });
    setEnding(false);
    await refresh();
    onChange();
  });
  const stop = () => (total === 0 ? end.run(false) : setEnding(true));
  if (daysMax === 0 && days === null) {
    return <p>The operator of this server has switched the history off: nothing is kept.</p>;
  }
  return (
    <section class="card keeping" aria-labelledby="keeping">
      <h2 id="keeping">
        Keeping results{" "}
        <span class={days === null ? "badge" : "badge good"}>{days === null ? "off" : "on"}</span>
      </h2>
      <p>
        {days === null
          ? "A text is forgotten as soon as it is answered. Switched on, the texts you check here and with your keys are kept with their results, and removed after the days you choose."
          : `Texts you check here and with your keys are kept with their results for ${
              days === 1 ? "a day" : `${days} days`
            }, then removed.`}{" "}
        They are stored on this server in readable form, so its operator could read them.
      </p>
      {keep.error !== null && <ErrorNotice error={keep.error} />}
      {end.error !== null && !isEnding && <ErrorNotice error={end.error} />}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          keep.run();
        }}
      >
        <label class="inline" for="days">
          Days
        </label>
        <input
          id="days"
          type="number"
          required
          min={1}
          max={daysMax}
          value={chosen}
          onInput={(event) => setChosen(event.currentTarget.value)}
        />
        <button
          type="submit"
          class={days === null ? "" : "quiet"}
          disabled={keep.isBusy || (days !== null && chosen === String(days))}
        >
          {days === null ? "Switch on" : "Change"}
        </button>
        {days !== null && (
          <button type="button" class="quiet" disabled={end.isBusy} onClick={stop}>
            Switch off{total === 0 ? "" : " …"}
          </button>
        )}
      </form>
      {days !== null && Number(chosen) < days && total > 0 && (
        <p class="small soft">What is older than that is deleted at once.</p>
      )}
      {isEnding && (
        <Dialog title="Switch the history off?" onClose={() => setEnding(false)}>
          <p>
            From now on nothing is kept. What becomes of the{" "}
            {total === 1 ? "result that is" : `${total} results that are`} kept already?
          </p>
          {end.error !== null && <ErrorNotice error={end.error} />}
          <div class="row">
            <button type="button" class="quiet" onClick={() => setEnding(false)}>
              Cancel
            </button>
            <button
              type="button"
              class="quiet"
              disabled={end.isBusy}
              onClick={() => end.run(false)}
            >
              Leave until they expire
            </button>
            <button
              type="button"
              class="danger"
              disabled={end.isBusy}
              onClick={() => end.run(true)}
            >
              Delete them
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
