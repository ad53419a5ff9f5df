import { Skeleton } from 'antd';
import { Navigate, useNavigate, useOutletContext, useParams, useSearchParams } from 'react-router-dom';
import { ErrorState } from '../../../components/error-state.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { ROOT_ROLE, useUser } from '../../../lib/session.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { useUserRecord } from '../api.ts';
import { UserFormView } from '../components/user-form-view.tsx';

const drawerWidthPx = 640;
const ownSettings = '/setting?tab=personal&section=profile';

/** The side drawer over the list. Without a number, and for an administrator's own, the personal settings. */
export function UserEditor() {
  const own = useUser();
  const { id } = useParams();
  const isOwn = id === undefined || Number(id) === own?.id;
  // Only root reaches itself here; everybody else changes themselves in the personal settings.
  if (id === undefined || (isOwn && (own?.role ?? 0) < ROOT_ROLE)) return <Navigate to={ownSettings} replace />;
  return <Editor key={id} id={Number(id)} isOwn={isOwn} />;
}

function Editor({ id, isOwn }: { id: number; isOwn: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const reload = useOutletContext<() => Promise<unknown>>();
  const { data, error, mutate } = useUserRecord(id);
  useReturnFocus();

  const frame = {
    title: t('users:edit', { name: data?.username ?? `#${id}` }),
    widthPx: drawerWidthPx,
    onClose: () => void navigate({ pathname: '/user', search: search.toString() }),
  };
  if (data === undefined) {
    return (
      <SidePanel open {...frame}>
        {error === undefined ? (
          <Skeleton active paragraph={{ rows: 12 }} />
        ) : (
          <ErrorState error={error} onRetry={() => void mutate()} />
        )}
      </SidePanel>
    );
  }
  return (
    <UserFormView
      {...frame}
      user={data}
      isOwn={isOwn}
      onReload={() => Promise.all([reload(), mutate()])}
      onSaved={async () => {
        await Promise.all([reload(), mutate()]);
        frame.onClose();
      }}
    />
  );
}
