import { TokensPage } from '../features/tokens/pages/tokens-page.tsx';
import { WelcomeBanner } from '../features/welcome/components/welcome-banner.tsx';

/** The keys, with the next of the first steps above them for who has not made a request yet. */
export function TokensRoute() {
  return <TokensPage banner={<WelcomeBanner />} />;
}
