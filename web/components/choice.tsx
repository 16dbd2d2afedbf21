// A small labelled choice between a few values, beside a heading or a button.
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: Value;
  options: ReadonlyArray<readonly [value: Value, name: string]>;
  onChoose: (value: Value) => void;
}) {
  return (
    <label class="inline small">
      {label}{" "}
      <select
        value={value}
        // A select has no value but those of its options.
        onChange={(event) => onChoose(event.currentTarget.value as Value)}
      >
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
