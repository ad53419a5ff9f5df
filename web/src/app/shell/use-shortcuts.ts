import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { defaultKeybindingsHandlerIgnore, tinykeys } from 'tinykeys';
import { useMenu } from './menu.tsx';

export interface ShortcutActions {
  readonly onPalette: () => void;
  readonly onList: () => void;
  readonly onCollapse: () => void;
}

/** The keys that are the same on every page; the list names them. */
export const fixedKeys = { palette: '$mod+k', search: '[Shift]+/', list: '[Shift]+?', collapse: '[Shift]+[' } as const;

/** On other layouts the key's place counts. */
const isLatin = /^[a-z]$/i;

const searchField = '#content input[type="search"]';

function focusSearch(): void {
  const fields = document.querySelectorAll<HTMLInputElement>(searchField);
  const field = [...fields].find((candidate) => candidate.checkVisibility());
  field?.focus();
  field?.select();
}

const isDialogOpen = () => [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility());

/** Keys of the console. Letters are off while somebody types or a dialog is open. */
export function useShortcuts(actions: ShortcutActions): void {
  const navigate = useNavigate();
  const menu = useMenu();
  const latest = useRef({ actions, navigate, menu });
  useEffect(() => {
    latest.current = { actions, navigate, menu };
  });

  useEffect(() => {
    const doing = (act: () => void) => (event: KeyboardEvent) => {
      event.preventDefault();
      act();
    };
    const go = (event: KeyboardEvent) => {
      const { menu: groups, navigate: goTo } = latest.current;
      const letter = (isLatin.test(event.key) ? event.key : event.code.slice('Key'.length)).toLowerCase();
      const entry = groups.flatMap(({ entries }) => entries).find((candidate) => candidate.letter === letter);
      if (entry !== undefined) void goTo(entry.path);
    };
    const stopAnywhere = tinykeys(
      window,
      { [fixedKeys.palette]: doing(() => latest.current.actions.onPalette()) },
      { ignore: (event) => event.repeat || event.isComposing },
    );
    const stopLetters = tinykeys(
      window,
      {
        '(g|KeyG) ([a-z]|Key[A-Z])': go,
        [fixedKeys.search]: doing(focusSearch),
        [fixedKeys.list]: doing(() => latest.current.actions.onList()),
        [fixedKeys.collapse]: doing(() => latest.current.actions.onCollapse()),
      },
      { ignore: (event) => defaultKeybindingsHandlerIgnore(event) || isDialogOpen() },
    );
    return () => {
      stopAnywhere();
      stopLetters();
    };
  }, []);
}
