/** Something that can be killed or frozen while the others go on. */
export class Process {
  readonly name: string;
  alive = true;
  /** Nothing of it runs before this time. */
  frozenUntil = 0;

  constructor(name: string) {
    this.name = name;
  }

  kill(): void {
    this.alive = false;
  }
}
