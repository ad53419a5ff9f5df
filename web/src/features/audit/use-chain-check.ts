import type { AuditVerdict } from '@switchyard/console/calls';
import { useState } from 'react';
import { useFeedback } from '../../lib/use-feedback.ts';
import { verifyAudit } from './api.ts';

/** Checks that nobody changed, removed or slipped in an entry of the log. */
export function useChainCheck() {
  const feedback = useFeedback();
  const [busy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<AuditVerdict>();

  async function check() {
    setBusy(true);
    setVerdict(undefined);
    try {
      setVerdict(await verifyAudit());
    } catch (error) {
      feedback.failure(error);
    }
    setBusy(false);
  }

  return { busy, verdict, check };
}
