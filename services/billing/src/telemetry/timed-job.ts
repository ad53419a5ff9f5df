import type { Job } from '@switchyard/queue';
import type { BillingFigures } from './billing-figures.ts';

/** The job, each run of it measured. */
export function timedJob(job: Job, { jobs }: BillingFigures): Job {
  return {
    ...job,
    async run() {
      const end = jobs.startTimer({ name: job.name });
      try {
        await job.run();
        end({ result: 'done' });
      } catch (error) {
        end({ result: 'failed' });
        throw error;
      }
    },
  };
}
