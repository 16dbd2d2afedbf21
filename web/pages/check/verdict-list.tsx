// The verdicts with the AI probability each is read from.
const VERDICTS = [
  ["ai", "AI-generated", "90–100 %"],
  ["ai", "Likely AI-generated", "70–89 %"],
  ["unsure", "Uncertain", "31–69 %, or too short, or in another language; the result says which"],
  ["unsure", "Mixed", "long stretches of both kinds, with the share that reads like an AI’s"],
  ["human", "Likely human-written", "11–30 %"],
  ["human", "Human-written", "0–10 %"],
] as const;

export function VerdictList() {
  return (
    <dl class="verdict-list">
      {VERDICTS.map(([tone, name, about]) => (
        <div key={name}>
          <dt class={`verdict-tone ${tone}`}>{name}</dt>
          <dd class="small">{about}</dd>
        </div>
      ))}
    </dl>
  );
}
