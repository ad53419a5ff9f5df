import { type Door, doors, modelOf, models } from '../doors.ts';

export interface OpenDoor extends Door {
  /** Which model is asked for. */
  readonly model: string;
}

/** In front of hosts of the door's own dialect. */
export const ownDoors: readonly OpenDoor[] = doors.map((door) => ({ ...door, model: modelOf(door) }));
/** In front of hosts of others. */
export const crossedDoors: readonly OpenDoor[] = doors
  .filter(({ name }) => /^(chat|responses|messages|gemini)$/.test(name))
  .flatMap((door) =>
    [models.chat, models.messages, models.gemini]
      .filter((model) => model !== modelOf(door))
      .map((model) => ({ ...door, model, name: `${door.name} → ${model.replace('abuse-', '')}` })),
  );
