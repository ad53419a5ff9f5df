import { App } from 'antd';
import { UserMenu } from '../shell/user-menu.tsx';

/** Who is signed in, on a page that needs no messages otherwise. */
export function Person() {
  return (
    <App component={false}>
      <UserMenu />
    </App>
  );
}
