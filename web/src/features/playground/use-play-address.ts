import { useSearchParams } from 'react-router-dom';
import type { DialectName } from './dialects/dialect.ts';
import { dialectNamed } from './dialects/index.ts';

interface PlayAddress {
  readonly model: string;
  /** The model beside it; '' for none. */
  readonly versus: string;
  readonly key: string;
  readonly format: DialectName;
}

/** Who is asked and how, from the address, so that a link leads to the same. */
export function usePlayAddress() {
  const [search, setSearch] = useSearchParams();

  function change(by: Partial<PlayAddress>) {
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(by)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  }

  return {
    model: search.get('model') ?? '',
    versus: search.get('versus') ?? '',
    keyId: Number(search.get('key')),
    dialect: dialectNamed(search.get('format')),
    change,
  };
}
