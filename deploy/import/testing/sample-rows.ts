/** bcrypt of "a password of before", which is everybody's. */
export const sampleHash = '$2a$10$Qm9yZWRPYWtNYXBsZUVsbOBw5inGsCQwJ8Gl7Vgmoa8rVmoQCSHqC';

/** Keys as clients hold them. */
export const sampleKeys = {
  open: `sk-${'Open'.repeat(12)}`,
  narrow: `sk-${'Slim'.repeat(12)}`,
} as const;

export const day = 1_760_000_000;
const columnOf = (key: string) => key.slice('sk-'.length);

export const users = [
  {
    id: 1,
    username: 'root',
    role: 100,
    status: 1,
    quota: 90_000,
    used_quota: 0,
    request_count: 0,
    inviter_id: 0,
    group: 'default',
  },
  {
    id: 2,
    username: 'maple',
    role: 1,
    status: 1,
    quota: 700_000,
    used_quota: 9_000,
    request_count: 14,
    inviter_id: 0,
    group: 'vip',
  },
  {
    id: 3,
    username: 'ROOT',
    role: 10,
    status: 2,
    quota: -40,
    used_quota: 640,
    request_count: 2,
    inviter_id: 2,
    group: 'default',
  },
  {
    id: 7,
    username: 'elm@example.org',
    role: 1,
    status: 1,
    quota: 5,
    used_quota: 95,
    request_count: 1,
    inviter_id: 2,
    group: 'default',
  },
  {
    id: 8,
    username: 'oak',
    role: 1,
    status: 3,
    quota: 12,
    used_quota: 0,
    request_count: 0,
    inviter_id: 0,
    group: 'default',
  },
].map((user) => ({
  ...user,
  password: sampleHash,
  display_name: `The ${user.username}`,
  email: user.id === 2 ? 'Maple@Example.org' : '',
  github_id: user.id === 2 ? 'maple' : '',
  aff_code: `c0d${user.id}`,
}));

const token = {
  status: 1,
  created_time: day,
  accessed_time: day + 60,
  expired_time: -1,
  remain_quota: 0,
  unlimited_quota: true,
  used_quota: 0,
};
export const tokens = [
  { ...token, id: 1, user_id: 2, key: columnOf(sampleKeys.open), name: 'everything', used_quota: 6_000 },
  {
    ...token,
    id: 2,
    user_id: 2,
    key: columnOf(sampleKeys.narrow),
    name: 'narrow',
    remain_quota: 500,
    unlimited_quota: false,
  },
  { ...token, id: 4, user_id: 3, key: 'c'.repeat(48), name: 'twin', status: 2, used_quota: 700 },
  { ...token, id: 5, user_id: 3, key: 'd'.repeat(48), name: 'twin', status: 4 },
  { ...token, id: 9, user_id: 99, key: 'e'.repeat(48), name: 'orphan' },
];

export const channel = {
  status: 1,
  weight: 3,
  created_time: day,
  test_time: day,
  response_time: 340,
  balance: 1.5,
  balance_updated_time: day,
  used_quota: 4_321,
  priority: 2,
};

export const log = {
  content: '',
  prompt_tokens: 10,
  completion_tokens: 5,
  channel_id: 1,
  is_stream: true,
  model_name: 'sample-model',
};
export const entries = [
  { id: 1, user_id: 2, username: 'maple', type: 1, token_name: '', quota: 500_000, created_at: day - 86_400 * 70 },
  ...Array.from({ length: 11 }, (_, index) => ({
    id: 2 + index,
    user_id: 2,
    username: 'maple',
    type: 2,
    token_name: index < 8 ? 'everything' : 'gone',
    quota: index === 0 ? 0 : 500,
    created_at: day + index * 1_800,
  })),
  { id: 20, user_id: 3, username: 'ROOT', type: 2, token_name: 'twin', quota: 640, created_at: day + 86_400 },
  { id: 21, user_id: 99, username: 'ash', type: 2, token_name: 'orphan', quota: 77, created_at: day + 86_400 },
  { id: 22, user_id: 3, username: 'ROOT', type: 3, token_name: '', quota: 0, created_at: day + 86_401 },
];

export const options = [
  { key: 'SystemName', value: 'Under the Trees' },
  { key: 'GroupRatio', value: '{"default":1,"vip":0.5}' },
  { key: 'ModelRatio', value: '{"sample-model":3}' },
  { key: 'CompletionRatio', value: '{"sample-model":2}' },
  { key: 'SMTPToken', value: 'a secret of mail' },
  { key: 'Theme', value: 'default' },
];

export const code = { user_id: 1, name: 'autumn', created_time: day, redeemed_time: 0 };
