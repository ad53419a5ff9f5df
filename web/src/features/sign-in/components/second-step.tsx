import { useText } from '../../../lib/i18n.ts';
import type { Outcome } from '../api.ts';
import { EntryCard } from './entry-card.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

interface SecondStepProps {
  readonly onSignedIn: (outcome: Outcome) => Promise<void>;
  readonly onStartAgain: () => void;
}

/** Takes the place of the page after a right first factor, for who has a second one. */
export function SecondStep(props: SecondStepProps) {
  const t = useText();
  return (
    <EntryCard title={t('entry:code.title')} text={t('entry:code.text')}>
      <SecondFactorForm {...props} />
    </EntryCard>
  );
}
