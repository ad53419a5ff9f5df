import { useOfferedModels } from '../api.ts';
import { vendorsOf } from '../offer.ts';
import { Hero } from './hero.tsx';
import { OfferedModels } from './offered-models.tsx';
import { Reasons } from './reasons.tsx';

/** What this site is, for who has never seen it. */
export function Landing() {
  const { data: models = [] } = useOfferedModels();
  const vendors = vendorsOf(models);
  return (
    <>
      <Hero />
      {vendors.length > 0 && <OfferedModels total={models.length} vendors={vendors} />}
      <Reasons />
    </>
  );
}
