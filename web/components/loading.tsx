// Shown while something is loading.
export function Loading({ what = "Loading" }: { what?: string }) {
  return (
    <p class="loading incoming" role="status">
      <span class="spinner" aria-hidden="true" />
      {what} …
    </p>
  );
}
