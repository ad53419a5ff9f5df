import type { StreamPart } from '../../dialects/canonical.ts';
import type { Frame, StreamReader } from '../../dialects/dialect.ts';
import { isObject } from '../../dialects/json.ts';
import { newId } from '../../dialects/new-id.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { cutOff, StreamParts } from '../../dialects/stream-parts.ts';
import { errorIn } from './errors.ts';
import { referenceList } from './reference-list.ts';

export function readStream(): StreamReader {
  return new LibraryStream();
}

/** The end of the bytes is the end of the answer: the mark `finish` may be missing. */
class LibraryStream implements StreamReader {
  readonly #parts = new StreamParts();
  #begun = false;
  #documents: unknown;

  read(frame: Frame): StreamPart[] {
    const event = parseJson(frame.data);
    const error = errorIn(event);
    if (error) this.#parts.fail(error);
    else if (isObject(event)) {
      this.#begun = true;
      this.#parts.start(newId('chatcmpl-'), typeof event.model === 'string' ? event.model : '');
      if (typeof event.content === 'string') this.#parts.text(event.content);
      if (Array.isArray(event.documents) && event.documents.length > 0) this.#documents = event.documents;
    }
    return this.#parts.take();
  }

  end(): StreamPart[] {
    if (this.#begun) {
      this.#parts.text(referenceList(this.#documents));
      this.#parts.finish({ unified: 'stop', raw: '' });
    } else this.#parts.fail(cutOff);
    return this.#parts.take();
  }
}
