import type { Schema } from '@switchyard/db';
import type { Callback } from '@switchyard/testing/third-parties/authorization-codes';
import { type FakeGitHub, fakeGitHub, type GitHubAccount } from '@switchyard/testing/third-parties/github';
import { type FakeLinuxDo, fakeLinuxDo, type LinuxDoAccount } from '@switchyard/testing/third-parties/linuxdo';
import { type FakeOidc, fakeOidc, type OidcAccount } from '@switchyard/testing/third-parties/oidc';
import { type FakeWeChatHelper, fakeWeChatHelper } from '@switchyard/testing/third-parties/wechat';
import type { Selectable } from 'kysely';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import { setOptions } from '../../testing/set-options.ts';
import type { Envelope, Visitor } from '../../testing/visitor.ts';

const serverAddress = 'https://gateway.example.com';
export const botToken = '123456789:demo-bot-token-AAAA';

interface Accounts {
  readonly github: GitHubAccount;
  readonly linuxdo: LinuxDoAccount;
  readonly oidc: OidcAccount;
}
export type CodeName = keyof Accounts;

/** A console at which all providers are set up, and the providers. */
export interface IdentityConsole {
  readonly testing: TestConsole;
  readonly github: FakeGitHub;
  readonly linuxdo: FakeLinuxDo;
  readonly oidc: FakeOidc;
  readonly wechat: FakeWeChatHelper;
  /** A browser at an address of its own without a session. */
  browser(): Visitor;
  /** Begins at a provider and agrees there; answers the call with which the browser comes back. */
  agree<Name extends CodeName>(visitor: Visitor, name: Name, account: Accounts[Name], aff?: string): Promise<string>;
  /** The whole way. */
  enter<Name extends CodeName>(visitor: Visitor, name: Name, account: Accounts[Name], aff?: string): Promise<Envelope>;
  /** A user of one test's own, signed in. */
  newUser(): Promise<{ id: number; username: string; visitor: Visitor }>;
  countUsers(): Promise<number>;
  /** The identity, with its user. */
  ownerOf(provider: string, subject: string): Promise<Selectable<Schema['identities']> | undefined>;
  /** How often a provider was asked anything. */
  asked(name: CodeName): number;
  close(): Promise<void>;
}

let accounts = 0;

/** A GitHub account that nobody has used. */
export function newGitHub(): GitHubAccount {
  const id = 1_000 + ++accounts;
  return { id, login: `octo${id}` };
}

export async function identityConsole(redis = false): Promise<IdentityConsole> {
  const client = (name: CodeName) => ({
    clientId: `${name}-client`,
    clientSecret: `${name}-secret-canary`,
    callbackUrl: `${serverAddress}/oauth/${name}`,
    redirectUri: `${serverAddress}/oauth/${name}`,
  });
  const [github, linuxdo, oidc, wechat] = await Promise.all([
    fakeGitHub(client('github')),
    fakeLinuxDo(client('linuxdo')),
    fakeOidc(client('oidc')),
    fakeWeChatHelper('helper-token'),
  ]);
  const fakes = { github, linuxdo, oidc, wechat };
  const testing = await testConsole({
    redis,
    config: { githubUrl: github.url, githubApiUrl: github.url, linuxdoUrl: linuxdo.url },
  });
  await setOptions(testing, {
    ServerAddress: serverAddress,
    GitHubOAuthEnabled: 'true',
    GitHubClientId: client('github').clientId,
    GitHubClientSecret: client('github').clientSecret,
    LinuxDOOAuthEnabled: 'true',
    LinuxDOClientId: client('linuxdo').clientId,
    LinuxDOClientSecret: client('linuxdo').clientSecret,
    OIDCEnabled: 'true',
    OIDCIssuer: oidc.issuer,
    OIDCClientId: client('oidc').clientId,
    OIDCClientSecret: client('oidc').clientSecret,
    WeChatAuthEnabled: 'true',
    WeChatServerAddress: wechat.url,
    WeChatServerToken: 'helper-token',
    WeChatAccountQRCodeImageURL: '/code.png',
    TelegramOAuthEnabled: 'true',
    TelegramBotName: 'demo_bot',
    TelegramBotToken: botToken,
  });
  const authorize: { [Name in CodeName]: (address: string, account: Accounts[Name]) => Callback } = {
    github: github.authorize,
    linuxdo: linuxdo.authorize,
    oidc: oidc.authorize,
  };
  let browsers = 0;
  let users = 0;

  async function agree<Name extends CodeName>(visitor: Visitor, name: Name, account: Accounts[Name], aff = '') {
    const begun = await visitor.get(`/api/oauth/state?${new URLSearchParams({ provider: name, aff })}`);
    if (!begun.success) throw new Error(begun.message);
    const { authorize_url: address } = begun as Envelope & { authorize_url: string };
    return `/api/oauth/${name}?${new URLSearchParams({ ...authorize[name](address, account) })}`;
  }

  return {
    testing,
    ...fakes,
    browser() {
      const visitor = testing.visitor();
      visitor.address = `198.51.100.${++browsers}`;
      return visitor;
    },
    agree,
    async enter(visitor, name, account, aff) {
      const answer = await visitor.get(await agree(visitor, name, account, aff));
      if (answer.data?.id) visitor.userId = answer.data.id;
      return answer;
    },
    async newUser() {
      const username = `user${++users}`;
      const id = await testing.addUser({ username });
      return { id, username, visitor: await testing.signedIn(username) };
    },
    async countUsers() {
      const { count } = await testing.db
        .selectFrom('users')
        .select((on) => on.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    ownerOf: (provider, subject) =>
      testing.db
        .selectFrom('identities')
        .selectAll()
        .where('provider', '=', provider)
        .where('subject', '=', subject)
        .executeTakeFirst(),
    asked: (name) => fakes[name].requests().length,
    async close() {
      await testing.close();
      await Promise.all(Object.values(fakes).map((fake) => fake.close()));
    },
  };
}
