import { type Static, Type } from 'typebox';
import { answerOf } from '../../http/answer.ts';
import { ProviderName } from './provider.ts';

export const StateQuery = Type.Object({
  /** Of who invited the visitor. */
  aff: Type.String({ default: '', maxLength: 64 }),
  /** Of the providers that send browsers back. Without it the client builds the authorize address, and PKCE is not used. */
  provider: Type.Optional(ProviderName),
});

/** `data` is the state, also for clients that know nothing of the two fields beside it; those come when a provider was named. */
export const StateAnswer = {
  200: Type.Object({
    ...answerOf(Type.String())[200].properties,
    /** Open it. */
    authorize_url: Type.Optional(Type.String()),
    /** Part of that address (RFC 7636, method S256), where the provider takes it. */
    code_challenge: Type.Optional(Type.String()),
  }),
};
export type StateAnswer = Static<(typeof StateAnswer)[200]>;

/** As the provider has sent the browser back. */
export const CallbackQuery = Type.Object({
  /** Absent when the person did not agree. */
  code: Type.Optional(Type.String({ maxLength: 2048 })),
  state: Type.String({ default: '', maxLength: 200 }),
  /** The issuer (RFC 9207). */
  iss: Type.Optional(Type.String({ maxLength: 2048 })),
});
export type CallbackQuery = Static<typeof CallbackQuery>;

export const WeChatQuery = Type.Object({ code: Type.String({ default: '', maxLength: 20 }) });

export const IdentityName = Type.Object({ provider: ProviderName });

export const IdentityList = Type.Array(
  Type.Object({
    provider: Type.String(),
    /** As the provider called the account when it was bound. */
    name: Type.String(),
    /** Unix seconds. */
    bound_time: Type.Integer(),
  }),
);
