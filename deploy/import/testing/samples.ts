import type { Tables } from './tables.ts';

/** bcrypt of "a password of before", which is everybody's. */
export const sampleHash = '$2a$10$Qm9yZWRPYWtNYXBsZUVsbOBw5inGsCQwJ8Gl7Vgmoa8rVmoQCSHqC';

/** Keys as clients hold them. */
export const sampleKeys = {
  open: `sk-${'Open'.repeat(12)}`,
  narrow: `sk-${'Slim'.repeat(12)}`,
} as const;

const day = 1_760_000_000;
const columnOf = (key: string) => key.slice('sk-'.length);

const users = [
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
const tokens = [
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

const channel = {
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

const log = {
  content: '',
  prompt_tokens: 10,
  completion_tokens: 5,
  channel_id: 1,
  is_stream: true,
  model_name: 'sample-model',
};
const entries = [
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

const options = [
  { key: 'SystemName', value: 'Under the Trees' },
  { key: 'GroupRatio', value: '{"default":1,"vip":0.5}' },
  { key: 'ModelRatio', value: '{"sample-model":3}' },
  { key: 'CompletionRatio', value: '{"sample-model":2}' },
  { key: 'SMTPToken', value: 'a secret of mail' },
  { key: 'Theme', value: 'default' },
];

const code = { user_id: 1, name: 'autumn', created_time: day, redeemed_time: 0 };

/** one-api, with channels that lead to an upstream. */
export function oneApiSample(upstreamUrl: string): Tables {
  return {
    users,
    tokens: tokens.map((one) => ({
      ...one,
      models: one.name === 'narrow' ? 'sample-model,other-model' : '',
      subnet: one.name === 'narrow' ? '127.0.0.0/8,10.1.0.0/16' : '',
    })),
    channels: [
      {
        ...channel,
        id: 1,
        type: 1,
        key: 'sk-upstream',
        name: 'first',
        base_url: upstreamUrl,
        models: 'sample-model,mapped-model',
        group: 'default,vip',
        model_mapping: '{"mapped-model":"sample-model"}',
        config: '',
      },
      {
        ...channel,
        id: 2,
        type: 33,
        key: 'unused',
        name: 'cloud',
        base_url: '',
        models: 'claude-x',
        group: 'default',
        model_mapping: '',
        config: '{"ak":"AKIA","sk":"secret","region":"us-east-1"}',
      },
      {
        ...channel,
        id: 3,
        type: 34,
        key: 'pat',
        name: 'bot',
        base_url: '',
        models: 'bot-1',
        group: 'default',
        model_mapping: '',
        config: '',
      },
    ],
    options,
    redemptions: [
      { ...code, id: 1, key: '0123456789abcdef0123456789abcdef', status: 1, quota: 1_000 },
      { ...code, id: 2, key: '1123456789abcdef0123456789abcdef', status: 2, quota: 2_000 },
      { ...code, id: 3, key: '2123456789abcdef0123456789abcdef', status: 3, quota: 3_000, redeemed_time: day },
    ],
    logs: entries.map((entry) => ({ ...log, ...entry, elapsed_time: 1_250 })),
  };
}

/** new-api. */
export function newApiSample(upstreamUrl: string): Tables {
  const earnings: Record<number, number[]> = { 2: [2, 300, 1_000] };
  return {
    users: users.map((user) => {
      const [count = 0, left = 0, earned = 0] = earnings[user.id] ?? [];
      return {
        ...user,
        linux_do_id: user.id === 2 ? '4711' : '',
        telegram_id: '',
        oidc_id: '',
        aff_count: count,
        aff_quota: left,
        aff_history: earned,
        setting: user.id === 2 ? '{"quota_warning_threshold":2500.0}' : '',
        deleted_at: user.id === 8 ? '2026-01-02 03:04:05' : null,
      };
    }),
    tokens: tokens.map((one) => ({
      ...one,
      model_limits_enabled: one.name === 'narrow',
      model_limits: one.name === 'narrow' ? 'sample-model,other-model' : '',
      allow_ips: one.name === 'narrow' ? '127.0.0.1\n10.1.0.0/16' : '',
      group: one.name === 'twin' ? 'auto' : '',
      deleted_at: null,
    })),
    channels: [
      {
        ...channel,
        id: 1,
        type: 1,
        key: 'sk-upstream',
        name: 'first',
        base_url: upstreamUrl,
        models: 'sample-model',
        group: 'default,vip',
        model_mapping: '',
        auto_ban: 0,
        tag: 'near',
        setting: '{"force_format":true}',
        status_code_mapping: '{"429":"500"}',
        param_override: '{"operations":[{"path":"temperature","mode":"set","value":0}]}',
        header_override: '{"x-team":"trees"}',
        channel_info: '{}',
      },
      {
        ...channel,
        id: 2,
        type: 14,
        key: 'sk-one\nsk-two\nsk-three',
        name: 'several',
        base_url: '',
        models: 'claude-x',
        group: 'default',
        model_mapping: '',
        auto_ban: 1,
        tag: '',
        setting: '',
        status_code_mapping: '',
        param_override: '{"temperature":0}',
        header_override: '',
        channel_info:
          '{"is_multi_key":true,"multi_key_size":3,"multi_key_status_list":{"1":3},"multi_key_mode":"polling"}',
      },
      {
        ...channel,
        id: 3,
        type: 50,
        key: 'pat',
        name: 'video',
        base_url: '',
        models: 'video-1',
        group: 'default',
        model_mapping: '',
        auto_ban: 1,
        tag: '',
        setting: '',
        status_code_mapping: '',
        param_override: '',
        header_override: '',
        channel_info: '{}',
      },
    ],
    options,
    redemptions: [
      {
        ...code,
        id: 1,
        key: '0123456789abcdef0123456789abcdef',
        status: 1,
        quota: 1_000,
        used_user_id: 0,
        expired_time: 0,
        deleted_at: null,
      },
      {
        ...code,
        id: 3,
        key: '2123456789abcdef0123456789abcdef',
        status: 3,
        quota: 3_000,
        redeemed_time: day,
        used_user_id: 2,
        expired_time: 0,
        deleted_at: null,
      },
    ],
    top_ups: [
      {
        id: 1,
        user_id: 2,
        amount: 1,
        money: 7.3,
        trade_no: 'USR2NOabc1760000000',
        payment_method: 'alipay',
        create_time: day,
        complete_time: day + 30,
        status: 'success',
      },
      {
        id: 2,
        user_id: 2,
        amount: 1,
        money: 7.3,
        trade_no: 'USR2NOabd1760000000',
        payment_method: 'alipay',
        create_time: day,
        complete_time: 0,
        status: 'pending',
      },
      {
        id: 3,
        user_id: 7,
        amount: 10,
        money: 9.5,
        trade_no: 'ref_5e884898da28047151d0e56f8dc6292773603d0d',
        payment_method: 'stripe',
        create_time: day,
        complete_time: day + 30,
        status: 'success',
      },
    ],
    logs: [
      ...entries.map((entry) => ({
        ...log,
        ...entry,
        token_id: entry.token_name === 'everything' ? 1 : 0,
        group: 'vip',
        ip: '',
        use_time: 2,
        other: '{"model_ratio":3,"admin_info":{"use_channel":["1"]}}',
      })),
      {
        ...log,
        id: 30,
        user_id: 2,
        username: 'maple',
        type: 2,
        token_name: 'everything',
        quota: -100,
        created_at: day + 90_000,
        token_id: 1,
        group: 'vip',
        ip: '',
        use_time: 0,
        other: '',
      },
      {
        ...log,
        id: 31,
        user_id: 2,
        username: 'maple',
        type: 5,
        token_name: 'everything',
        quota: 0,
        created_at: day + 90_001,
        token_id: 1,
        group: 'vip',
        ip: '',
        use_time: 1,
        other: '{"status_code":500,"text":"nul \\u0000 inside"}',
      },
    ],
  };
}
