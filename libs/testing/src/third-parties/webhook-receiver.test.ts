import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signNotice } from './webhook-receiver.ts';

test('signs as the reference libraries of Standard Webhooks do', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  assert.equal(
    signNotice(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}'),
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});
