import { serverText } from '../../../../lib/i18n.ts';

/** What the relay says of a kind of upstream, in the reader's language where it is more than a sample. */
export function Hint({ text }: { text: string }) {
  const told = serverText(text);
  if (told !== text) return <span>{told}</span>;
  return (
    <bdi lang="en" dir="ltr">
      {text}
    </bdi>
  );
}
