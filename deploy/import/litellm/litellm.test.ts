import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { open } from '@switchyard/crypto';
import { testInstallation } from '../testing/installation.ts';
import { moveInDeployments } from './move-in.ts';

const config = `
model_list:
  - model_name: writer
    litellm_params: { model: azure/writer-eu, api_base: https://eu.example.com/, api_key: os.environ/TEST_LITELLM_KEY, api_version: "2024-10-21", weight: 0.9 }
  - model_name: writer
    litellm_params: { model: azure/writer-us, api_base: https://us.example.com/, api_key: key-us, api_version: "2024-10-21", weight: 0.1, order: 2 }
  - model_name: gpt-4o
    litellm_params: { model: gpt-4o, api_key: key-openai }
  - model_name: small
    litellm_params: { model: openai/gpt-4o-mini, api_key: key-openai, temperature: 0.2 }
  - model_name: claude
    litellm_params: { model: bedrock/anthropic.claude-x, aws_access_key_id: AKIA, aws_secret_access_key: secret, aws_region_name: us-east-1 }
  - model_name: gemini
    litellm_params: { model: vertex_ai/gemini-x, vertex_location: global, vertex_credentials: '{"project_id":"p"}' }
  - model_name: lost
    litellm_params: { model: anthropic/claude-x, api_key: os.environ/TEST_LITELLM_MISSING }
  - model_name: "*"
    litellm_params: { model: "openai/*", api_key: key-openai }
  - model_name: odd
    litellm_params: { model: sagemaker/x }
router_settings: { routing_strategy: simple-shuffle }
`;

let here: Awaited<ReturnType<typeof testInstallation>>;
const folder = mkdtempSync(join(tmpdir(), 'switchyard-litellm-'));
const path = join(folder, 'config.yaml');
before(async () => {
  here = await testInstallation();
  writeFileSync(path, config);
  process.env.TEST_LITELLM_KEY = 'key-eu';
});
after(async () => {
  delete process.env.TEST_LITELLM_KEY;
  rmSync(folder, { recursive: true });
  await here.close();
});

const channels = () => here.db.selectFrom('channels').selectAll().orderBy('id').execute();

test('deployments become channels with the weights, keys and names of the configuration; the rest is told', async () => {
  const dry = await moveInDeployments(here, path, true);
  assert.deepEqual(await channels(), []);
  const { findings, sums } = await moveInDeployments(here, path, false);
  const rows = await channels();
  const keyOf = ({ id, key_sealed: sealed }: (typeof rows)[number]) =>
    open(here.keys.channelKey, sealed, { table: 'channels', id, field: 'key' });
  assert.deepEqual(
    rows.map((row) => [
      row.type,
      row.models,
      row.model_mapping,
      row.weight,
      row.priority,
      row.base_url,
      row.other,
      keyOf(row),
    ]),
    [
      [3, ['writer'], { writer: 'writer-eu' }, 90, 0, 'https://eu.example.com', '2024-10-21', 'key-eu'],
      [3, ['writer'], { writer: 'writer-us' }, 10, -2, 'https://us.example.com', '2024-10-21', 'key-us'],
      [1, ['gpt-4o', 'small'], { small: 'gpt-4o-mini' }, 0, 0, '', '', 'key-openai'],
      [33, ['claude'], { claude: 'anthropic.claude-x' }, 0, 0, '', '', 'AKIA|secret|us-east-1'],
      [41, ['gemini'], { gemini: 'gemini-x' }, 0, 0, '', 'global', '{"project_id":"p"}'],
    ],
  );
  assert.deepEqual(sums, [{ what: 'deployments', there: 9, left: 3, here: 6 }]);
  const told = findings.lines().join('\n');
  for (const part of [
    /sections not carried \(1\)\n {4}router_settings/,
    /without temperature \(1\)\n {4}small/,
    /set TEST_LITELLM_MISSING in the environment of this command \(1\)\n {4}lost/,
    /names its models one by one \(1\)/,
    /no channel type serves sagemaker\/x/,
  ]) {
    assert.match(told, part);
    assert.match(dry.findings.lines().join('\n'), part);
  }
  assert.doesNotMatch(told, /key-|secret/);
});

test('a second run changes nothing', async () => {
  const before = await channels();
  await moveInDeployments(here, path, false);
  assert.deepEqual(await channels(), before);
});

test('the command takes address and secret as files', () => {
  writeFileSync(join(folder, 'database_url'), here.url);
  writeFileSync(join(folder, 'secret'), here.secret);
  const command = fileURLToPath(import.meta.resolve('../main.ts'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, '--from', 'litellm', '--dry-run', path], {
    env: {
      SWITCHYARD_DATA_DIR: join(folder, 'none'),
      DATABASE_URL_FILE: join(folder, 'database_url'),
      SWITCHYARD_SECRET_FILE: join(folder, 'secret'),
    },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /This was a dry run/);
});
