// The switch: off until somebody turns it on, with the number of days; turning it off asks what
// becomes of what is kept.
import { useState } from "preact/hooks";
import { ErrorNotice } from "../../components/notice.tsx";
import { type Action, useAction } from "../../load.ts";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";
import { ShortenDialog, TurnOffDialog } from "./keeping-dialogs.tsx";

const DAYS_USUAL = 30;

type Changed = { days: number | null; daysMax: number; total: number; onChange: () => void };

export function KeepingCard({ days, daysMax, total, onChange }: Changed) {
  const { refresh } = useSession();
  const [chosen, setChosen] = useState(String(days ?? Math.min(DAYS_USUAL, daysMax)));
  const [asking, setAsking] = useState<"shorten" | "turn off" | null>(null);
  const saveDays = async () => {
    await service.keepResults(Number(chosen));
    setAsking(null);
    await refresh();
    onChange();
  };
  const keep = useAction(saveDays);
  const end = useAction(async (isDeleted: boolean) => {
    await service.stopKeeping({ delete: isDeleted });
    setAsking(null);
    await refresh();
    onChange();
  });
  if (daysMax === 0 && days === null) {
    return <p>The operator of this server has turned off history: nothing is stored.</p>;
  }
  const isShorter = days !== null && Number(chosen) < days && total > 0;
  return (
    <section class="card keeping" aria-labelledby="keeping">
      <KeepingState days={days} />
      {keep.error !== null && <ErrorNotice error={keep.error} />}
      {end.error !== null && asking !== "turn off" && <ErrorNotice error={end.error} />}
      <KeepingForm
        days={days}
        daysMax={daysMax}
        total={total}
        chosen={chosen}
        keep={keep}
        end={end}
        onChosen={setChosen}
        onKeep={() => (isShorter ? setAsking("shorten") : keep.run())}
        onTurnOff={() => (total === 0 ? end.run(false) : setAsking("turn off"))}
      />
      {asking === "shorten" && (
        <ShortenDialog days={chosen} onConfirm={saveDays} onClose={() => setAsking(null)} />
      )}
      {asking === "turn off" && (
        <TurnOffDialog total={total} end={end} onClose={() => setAsking(null)} />
      )}
    </section>
  );
}

function KeepingState({ days }: { days: number | null }) {
  return (
    <>
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
    </>
  );
}

function KeepingForm({
  days,
  daysMax,
  total,
  chosen,
  keep,
  end,
  onChosen,
  onKeep,
  onTurnOff,
}: Omit<Changed, "onChange"> & {
  chosen: string;
  keep: Action<[]>;
  end: Action<[isDeleted: boolean]>;
  onChosen: (days: string) => void;
  onKeep: () => void;
  onTurnOff: () => void;
}) {
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        onKeep();
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
        onInput={(event) => onChosen(event.currentTarget.value)}
      />
      <button
        type="submit"
        class={days === null ? "" : "quiet"}
        disabled={keep.isBusy || (days !== null && chosen === String(days))}
      >
        {days === null ? "Turn on" : "Change"}
      </button>
      {days !== null && (
        <button type="button" class="quiet" disabled={end.isBusy} onClick={onTurnOff}>
          Turn off{total === 0 ? "" : " …"}
        </button>
      )}
    </form>
  );
}
