import { Modal } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../../lib/i18n.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { ExplainPanel } from '../components/explain-panel.tsx';
import { readQuestion } from '../routing-question.ts';
import { useListAddress } from '../use-list-address.ts';

/** Which channel would serve a request, over the list. The question stands in the address. */
export function RoutingExplainer() {
  useReturnFocus();
  const t = useText();
  const open = useListAddress();
  const [search, setSearch] = useSearchParams();
  return (
    <Modal open title={t('channels:explain.title')} footer={null} width={720} onCancel={() => open('')}>
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
    </Modal>
  );
}
