import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '@switchyard/contracts';
import { priceList } from './price-list.ts';

test('every processor that is offered has its prices in the list, whoever it is', () => {
  const offers = [
    { method: 'card', currency: 'USD', rate: '1' },
    { method: '', currency: 'CNY', rate: '7.3' },
  ];
  const made = new Map([
    ['newcomer', { name: 'newcomer', isOffered: true, offers }],
    ['switched-off', { name: 'switched-off', isOffered: false, offers }],
  ]);
  assert.deepEqual(priceList(made, readOptions([]).options, { amount: '10', group: 'default' }), [
    { processor: 'newcomer', method: 'card', currency: 'USD', payable: '10.00' },
    { processor: 'newcomer', method: '', currency: 'CNY', payable: '73.00' },
  ]);
});
