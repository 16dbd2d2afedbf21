// The switch: off until somebody turns it on, with the number of days; turning it off asks what
// becomes of what is kept.
import { useState } from "preact/hooks";
import { Confirm } from "../../components/confirm.tsx";
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
  const [isShortening, setShortening] = useState(false);
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
    return <p>The operator of this server has turned off history: nothing is stored.</p>;
  }
  return (
    <section class="card keeping" aria-labelledby="keeping">
      <h2 id="keeping">
        Keep results{" "}
        <span class={days === null ? "badge" : "badge good"}>{days === null ? "Off" : "On"}</span>
      </h2>
      <p>
        {days === null
          ? "History is off: the server forgets a text as soon as it has answered. When it is on, the texts you check here and with your keys are stored with their results, and removed after the number of days you choose."
          : `Texts you check here and with your keys are stored with their results for ${
              days === 1 ? "a day" : `${days} days`
            }, then removed.`}{" "}
        They are stored unencrypted on this server, so its operator could read them.
      </p>
      {keep.error !== null && <ErrorNotice error={keep.error} />}
      {end.error !== null && !isEnding && <ErrorNotice error={end.error} />}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (days !== null && Number(chosen) < days && total > 0) setShortening(true);
          else keep.run();
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
          {days === null ? "Turn on" : "Change"}
        </button>
        {days !== null && (
          <button type="button" class="quiet" disabled={end.isBusy} onClick={stop}>
            Turn off{total === 0 ? "" : " …"}
          </button>
        )}
      </form>
      {isShortening && (
        <Confirm
          title={`Keep results for only ${chosen} ${chosen === "1" ? "day" : "days"}?`}
          action="Shorten history"
          onClose={() => setShortening(false)}
          onConfirm={async () => {
            await service.keepResults(Number(chosen));
            setShortening(false);
            await refresh();
            onChange();
          }}
        >
          <p>Results older than that are deleted at once. This can’t be undone.</p>
        </Confirm>
      )}
      {isEnding && (
        <Dialog title="Turn off history?" onClose={() => setEnding(false)}>
          <p>
            From now on nothing is stored. What should happen to the{" "}
            {total === 1 ? "stored result" : `${total} stored results`}?
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
              {total === 1 ? "Keep until it expires" : "Keep until they expire"}
            </button>
            <button
              type="button"
              class="danger"
              disabled={end.isBusy}
              onClick={() => end.run(true)}
            >
              Delete all
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
