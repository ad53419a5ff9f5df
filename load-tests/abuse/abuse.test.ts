import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { classes } from './classes/index.ts';
import { runClass } from './judge.ts';
import { lineOfMiss } from './report.ts';
import { type Stage, startStage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await startStage();
});
after(() => stage?.stop());

for (const one of classes.filter(({ isQuick }) => isQuick)) {
  test(`${one.name}: refused as it must be, free of charge, without a secret`, async () => {
    const { misses } = await runClass(stage, one);
    assert.deepEqual(misses.map(lineOfMiss), []);
  });
}
