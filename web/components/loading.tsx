// Shown while something is on its way.
export function Loading({ what = "Loading" }: { what?: string }) {
  return (
    <p class="loading incoming" role="status">
      <span class="spinner" aria-hidden="true" />
      {what} …
    </p>
  );
}
