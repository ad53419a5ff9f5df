import { requestId } from '../../lib/request-id.ts';

interface WishIds {
  /** The same wish has the same id until it was refused. */
  idOf(wish: object): string;
  /** After a no the next try is another payment. */
  forget(): void;
}

/** Names wishes to pay, so that one that is repeated after a lost answer gets the same payment. */
export function wishIds(): WishIds {
  let last = { text: '', id: '' };
  return {
    idOf(wish) {
      const text = JSON.stringify(wish);
      if (last.text !== text) last = { text, id: requestId() };
      return last.id;
    },
    forget() {
      last = { text: '', id: '' };
    },
  };
}
