import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';

type Answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;
type Ask = (hostname: string, options: LookupAllOptions, answer: Answer) => void;

interface Question {
  readonly waiting: Answer[];
  answered: Parameters<Answer> | undefined;
}

/** Short, so that a host that moves is followed. */
const keptMs = 5_000;
const failureKeptMs = 1_000;

/**
 * Addresses of names, asked for once at a time and kept for seconds. Node asks the system in four threads for all names together: a
 * name whose server is silent would take them all, one for each connection that wants it, and nobody else would find a host.
 */
export class NameLookups {
  readonly #ask: Ask;
  readonly #questions = new Map<string, Question>();

  constructor(ask: Ask = (hostname, options, answer) => lookup(hostname, options, answer)) {
    this.#ask = ask;
  }

  /** Like `dns.lookup` for all addresses: `answer` is never called before this returns. */
  find(hostname: string, options: LookupAllOptions, answer: Answer): void {
    const key = `${hostname} ${options.family} ${options.hints} ${options.order}`;
    const question = this.#questions.get(key);
    if (question?.answered) process.nextTick(answer, ...question.answered);
    else if (question) question.waiting.push(answer);
    else this.#begin(key, hostname, options, answer);
  }

  #begin(key: string, hostname: string, options: LookupAllOptions, answer: Answer): void {
    const question: Question = { waiting: [answer], answered: undefined };
    this.#questions.set(key, question);
    this.#ask(hostname, options, (error, addresses) => {
      question.answered = [error, addresses];
      setTimeout(() => this.#questions.delete(key), error ? failureKeptMs : keptMs).unref();
      for (const waiting of question.waiting.splice(0)) waiting(error, addresses);
    });
  }
}
