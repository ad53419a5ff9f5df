import type { KeyedMutator } from 'swr';
import type { Page } from './http.ts';

/**
 * Shows a changed row at once, makes the call, and reads the list again. A refused call takes the change back and is
 * thrown to the caller.
 */
export async function changeRow<Row>(
  mutate: KeyedMutator<Page<Row>>,
  isMeant: (row: Row) => boolean,
  change: Partial<Row>,
  call: () => Promise<unknown>,
): Promise<void> {
  const changed = (page: Page<Row>) => ({
    ...page,
    items: page.items.map((row) => (isMeant(row) ? { ...row, ...change } : row)),
  });
  await mutate(
    async () => {
      await call();
      return undefined;
    },
    {
      optimisticData: (_, shown) => (shown === undefined ? (shown as never) : changed(shown)),
      rollbackOnError: true,
      populateCache: false,
      revalidate: true,
    },
  );
}
