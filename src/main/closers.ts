// What has been opened, to be closed in reverse order.

export type Closers = Array<() => Promise<void> | void>;

/** The last opened first: each part still has what it was made with. */
export async function closeAll(opened: Closers): Promise<void> {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
}
