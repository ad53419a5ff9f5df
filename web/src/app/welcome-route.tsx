import { KeySamples } from '../features/tokens/components/key-samples.tsx';
import { WelcomePage } from '../features/welcome/pages/welcome-page.tsx';

/** The first steps, with how clients are set up for the newest key. */
export function WelcomeRoute() {
  return <WelcomePage samples={<KeySamples />} />;
}
