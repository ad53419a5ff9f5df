import { useSearchParams } from 'react-router-dom';
import { Dialog } from '../../../components/dialog.tsx';
import { useText } from '../../../lib/i18n.ts';
import { ExplainPanel } from '../components/explain-panel.tsx';
import { readQuestion } from '../routing-question.ts';
import { useListAddress } from '../use-list-address.ts';

/** Which channel would serve a request, over the list. The question stands in the address. */
export function RoutingExplainer() {
  const t = useText();
  const open = useListAddress();
  const [search, setSearch] = useSearchParams();
  return (
    <Dialog open title={t('channels:explain.title')} footer={null} width={720} onCancel={() => open('')}>
      <ExplainPanel
        asked={readQuestion(search)}
        onAsk={(question) =>
          setSearch(
            (last) => {
              const next = new URLSearchParams(last);
              for (const [name, value] of Object.entries(question)) {
                if (value === '') next.delete(name);
                else next.set(name, value);
              }
              return next;
            },
            { replace: true },
          )
        }
      />
    </Dialog>
  );
}
